export const DAY_WINDOWS = [7, 14, 30, 90, 180, 360] as const;
export const WEEK_WINDOWS = [1, 2, 4, 13, 26, 52] as const;

/** A stretch of past sales that metrics are measured over. */
export interface SalesWindow {
  /** How the window's fields are named: `sales_qty_last_7_days`, `season_sales_qty`. */
  fieldId: (measure: SalesMeasure) => string;
  /** Ends a column's id: `7d`, `4w`. */
  column_suffix: string;
  /** Completes a label: « 7 derniers jours ». */
  label: string;
  /** Completes a description: « sur les 7 derniers jours ». */
  description: string;
  kind: 'days' | 'weeks' | 'season' | 'phase' | 'operation';
  /** Number of days or weeks of a rolling window. */
  length?: number;
}

export const SALES_MEASURES = [
  'sales_qty',
  'sales',
  'cogs',
  'profit',
  'list_sales',
  'sales_discount_pct',
] as const;
export type SalesMeasure = (typeof SALES_MEASURES)[number];

function rolling(length: number, kind: 'days' | 'weeks'): SalesWindow {
  const days = kind === 'days';
  const one = length === 1;
  const label = days ? `${length} derniers jours` : one ? 'dernière semaine' : `${length} dernières semaines`;
  return {
    fieldId: (measure) => `${measure}_last_${length}_${kind}`,
    column_suffix: `${length}${days ? 'd' : 'w'}`,
    label,
    description: days
      ? `sur les ${label}`
      : one
        ? 'sur la dernière semaine complète'
        : `sur les ${label} complètes`,
    kind,
    length,
  };
}

function namedWindow(
  kind: 'season' | 'phase' | 'operation',
  label: string,
  description: string,
): SalesWindow {
  return { fieldId: (measure) => `${kind}_${measure}`, column_suffix: '', label, description, kind };
}

export const DAY_SALES_WINDOWS: readonly SalesWindow[] = DAY_WINDOWS.map((length) => rolling(length, 'days'));
export const WEEK_SALES_WINDOWS: readonly SalesWindow[] = WEEK_WINDOWS.map((length) =>
  rolling(length, 'weeks'),
);
/** The twelve rolling windows: days then weeks, shortest first. Days end at the data date, included. */
export const ROLLING_WINDOWS: readonly SalesWindow[] = [...DAY_SALES_WINDOWS, ...WEEK_SALES_WINDOWS];
export const SEASON_WINDOW = namedWindow('season', 'saison', 'depuis le début de la saison');
export const PHASE_WINDOW = namedWindow(
  'phase',
  'démarque en cours',
  'depuis le début de la démarque en cours',
);
export const OPERATION_WINDOW = namedWindow(
  'operation',
  'toutes démarques',
  'du début de la première démarque à la fin du projet',
);
export const ALL_SALES_WINDOWS: readonly SalesWindow[] = [
  ...ROLLING_WINDOWS,
  SEASON_WINDOW,
  PHASE_WINDOW,
  OPERATION_WINDOW,
];
