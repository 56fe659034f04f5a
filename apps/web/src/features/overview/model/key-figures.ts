import type { Project, RouteOutput } from '@palier/contract';
import {
  awaitsClosing,
  budgetCeiling,
  formatCompactMoney,
  formatInUnitOf,
  formatMoney,
  formatPercent,
  formatQuantity,
  formatWholeMoney,
  type Group,
  HORIZON_FAMILY,
  type Horizon,
  isOver,
  readNumber,
} from '@palier/domain';
import { budgetRoom } from '../../../lib/budget-room.ts';
import { countOf, french } from '../../../lib/french.ts';
import { horizonText, salesLabel } from '../../../lib/horizon-text.ts';
import { lastYearScope, whyNoLastYear } from '../../../lib/last-year.ts';
import { saidTotal } from '../../../lib/said-total.ts';
import type { ScaleMark } from '../../../ui/scale.tsx';

export interface KeyFigure {
  label: string;
  text: string;
  /** The exact value. */
  title: string;
  value: number | null;
  /** The days that it is of: « jusqu’au 21 juil. ». */
  days: string;
  note?: string | undefined;
  tone?: 'good' | 'attention' | undefined;
  marks: Mark[];
  /** Why last year's value is not known; null when it is, or is not read against. */
  noPast: string | null;
}

type Mark = ScaleMark & { text: string; brief: string; about?: string | undefined };

type Answer = RouteOutput<'discounts.references'>;
type References = Answer['data'][number];

export interface KeyFigureInput {
  /** false: the reader may not see costs. */
  costs?: boolean;
  project: Project;
  total: Group | null;
  horizon: Horizon;
  /** Mean share of its cost that an unsold unit keeps. */
  mean_residual_value: number | null;
  /** Doing nothing, last year's same round and the best attainable: those of the listing. */
  references: References | null;
  /** The days of last year's figures, and why they are not known. */
  last_year: Answer['last_year'] | null;
}

/** How a figure's references are written: in full, and in the unit of the figure beside them. */
interface Written {
  text: (value: number | null) => string;
  brief: (value: number | null) => string;
}

const amounts = (currency: string, figure: number | null): Written => ({
  text: (value) => formatCompactMoney(value, currency),
  brief: (value) => formatInUnitOf(value, figure ?? 0),
});
const PIECES: Written = { text: formatQuantity, brief: formatQuantity };

function mark(kind: ScaleMark['kind'], label: string, value: number | null, written: Written): Mark[] {
  if (value === null) return [];
  const { text, brief } = written;
  return [
    {
      kind,
      value,
      label,
      text: french(`${label} ${text(value)}`),
      brief: french(`${label} ${brief(value)}`),
    },
  ];
}

type Figure = 'sales' | 'profit_after_leftovers' | 'stock' | 'discount_budget';

/** The best of each figure alone, by its name on screen. */
const BEST = {
  sales: 'Max CA',
  profit_after_leftovers: 'Max marge',
  stock: 'Min stock',
} as const;

/** What a figure over a horizon is read against, in the words and the order of its scale. */
function against(
  { references, last_year }: KeyFigureInput,
  horizon: Horizon,
  figure: Figure,
  written: Written,
): Pick<KeyFigure, 'marks' | 'noPast'> {
  const standings = references?.[horizon];
  const known = figure === 'sales' || figure === 'discount_budget' ? figure : null;
  const past = known === null ? null : (standings?.last_year?.[known] ?? null);
  const nothing = standings?.nothing[figure] ?? null;
  const best = figure === 'discount_budget' ? null : (standings?.best[figure] ?? null);
  return {
    marks: [
      ...mark('reference', 'Ne rien faire', nothing, written),
      ...mark('reference', 'N−1', past, written).map((one) => ({
        ...one,
        about: last_year ? lastYearScope(last_year[horizon]) : undefined,
      })),
      ...(figure === 'discount_budget' ? [] : mark('optimum', BEST[figure], best, written)),
    ],
    noPast: last_year && whyNoLastYear(last_year[horizon].unknown, known === null),
  };
}

function familyOf({ total, horizon }: KeyFigureInput) {
  return total?.[HORIZON_FAMILY[horizon]] ?? null;
}

function salesFigure(input: KeyFigureInput): KeyFigure {
  const currency = input.project.catalog_currency;
  const value = familyOf(input)?.sales ?? null;
  return {
    label: salesLabel(input.project),
    value,
    text: formatCompactMoney(value, currency),
    title: formatMoney(value, currency),
    days: horizonText(input.project, input.horizon),
    ...against(input, input.horizon, 'sales', amounts(currency, value)),
  };
}

/** The figure of merit: it exists to the end alone, and says so under either horizon. */
function meritFigure(input: KeyFigureInput): KeyFigure {
  const { project, total, mean_residual_value } = input;
  const currency = project.accounting_currency;
  const value = total?.forecast?.profit_after_leftovers ?? null;
  const share = mean_residual_value;
  return {
    label: 'Marge après invendus',
    value,
    text: formatCompactMoney(value, currency),
    title: formatMoney(value, currency),
    days: horizonText(project, 'end'),
    note: share === null ? undefined : `invendus à ${formatPercent(100 * share, 0)}`,
    ...against(input, 'end', 'profit_after_leftovers', amounts(currency, value)),
  };
}

function stockFigure(input: KeyFigureInput): KeyFigure {
  const value = familyOf(input)?.stock ?? null;
  return {
    label: 'Stock restant',
    value,
    text: formatQuantity(value),
    title: value === null ? formatQuantity(value) : countOf(value, 'pièce'),
    days: horizonText(input.project, input.horizon),
    ...against(input, input.horizon, 'stock', PIECES),
  };
}

function sellThroughFigure(input: KeyFigureInput): KeyFigure {
  const value = familyOf(input)?.sell_through_pct ?? null;
  const present = readNumber(input.total, 'season_sell_through_pct');
  return {
    label: 'Écoulement saison',
    value,
    text: formatPercent(value),
    title: formatPercent(value, 2),
    days: horizonText(input.project, input.horizon),
    // What is over stands at its own end: today's share has the sales of later days.
    marks: isOver(input.project)
      ? []
      : mark('reference', 'Aujourd’hui', present, { text: formatPercent, brief: formatPercent }),
    noPast: null,
  };
}

function budgetFigure(input: KeyFigureInput): KeyFigure {
  const { project, total, horizon } = input;
  const currency = project.catalog_currency;
  const value = (horizon === 'phase' ? total?.discount_budget : total?.forecast?.discount_budget) ?? null;
  const room = budgetRoom(project, total?.discount_budget ?? null, horizon);
  // The ceiling is the worked phase's: it stands on no scale of other days.
  const written = amounts(currency, value);
  const { marks, noPast } = against(input, horizon, 'discount_budget', written);
  const ceiling = horizon === 'phase' ? (room?.ceiling ?? null) : null;
  return {
    label: 'Budget de démarque',
    value,
    text: formatCompactMoney(value, currency),
    title: formatWholeMoney(value, currency),
    days: horizonText(project, horizon),
    note: room?.text ?? (budgetCeiling(project.objective) === null ? 'sans plafond' : undefined),
    tone: room && room.left < 0 ? 'attention' : undefined,
    marks: [...marks, ...mark('ceiling', 'Plafond', ceiling, written)],
    noPast,
  };
}

/** The five figures of a horizon, each with its days and what it stands against. */
export function keyFigures(asked: KeyFigureInput): KeyFigure[] {
  const input: KeyFigureInput = {
    ...asked,
    total: saidTotal(asked.project, asked.total),
    references: awaitsClosing(asked.project) ? null : asked.references,
  };
  return [
    salesFigure(input),
    ...(input.costs === false ? [] : [meritFigure(input)]),
    stockFigure(input),
    sellThroughFigure(input),
    budgetFigure(input),
  ];
}
