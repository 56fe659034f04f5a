import type { Project, Results } from '@palier/contract';
import { isOver, isShown } from '@palier/domain';
import { countOf } from '../../../lib/french.ts';

export type Comparison = Results['total'];
type Figures = Comparison['real'];

const NAMES = ['sales_qty', 'sales', 'list_sales', 'profit', 'discount_budget'] as const;

/** What is unknown of one project is unknown of them all. */
function addFigures(parts: readonly (Partial<Figures> | null)[]): Figures | null {
  if (parts.length === 0 || parts.includes(null)) return null;
  const sum = (name: keyof Figures): number | null => {
    const values = parts.map((part) => part?.[name]);
    return values.every(isShown) ? values.reduce((total, value) => total + value, 0) : null;
  };
  return Object.fromEntries(NAMES.map((name) => [name, sum(name)])) as Figures;
}

/** Sums of several projects: their figures and the parts of their gaps add up. */
export function addComparisons(parts: readonly Comparison[]): Comparison {
  const gaps = parts.flatMap(({ gap }) => gap ?? []);
  const gap = (name: keyof NonNullable<Comparison['gap']>): number =>
    gaps.reduce((total, one) => total + one[name], 0);
  return {
    planned: addFigures(parts.filter(({ line_count }) => line_count > 0).map(({ planned }) => planned)),
    real: addFigures(parts.map(({ real }) => real)) ?? emptyFigures(),
    last_year: addFigures(parts.map(({ last_year }) => last_year)),
    gap:
      gaps.length > 0
        ? {
            ...{ price: gap('price'), volume: gap('volume'), mix: gap('mix') },
            ...{ stock_out: gap('stock_out'), total: gap('total') },
          }
        : null,
    line_count: parts.reduce((total, { line_count }) => total + line_count, 0),
    compared_count: parts.reduce((total, { compared_count }) => total + compared_count, 0),
    planned_count: parts.reduce((total, { planned_count }) => total + planned_count, 0),
    unknown_line_count: parts.reduce((total, { unknown_line_count }) => total + unknown_line_count, 0),
  };
}

/** The products whose amounts are in no sum, as nobody knows them. */
const unknownNote = ({ unknown_line_count: count }: Comparison): string =>
  count === 0
    ? ''
    : ` ; ${countOf(count, 'produit')} sans prix, sans coût ou sans taux de change, hors de ces montants`;

/** What the figures of the table are, and why some have no plan beside them. */
export function plannedNote(total: Comparison, results: readonly Results[]): string {
  if (total.planned)
    return `réel : ventes des produits du projet, dans ses lieux, les jours de ses démarques${unknownNote(total)}`;
  const why = results.some(({ phases }) => phases.some(({ planned }) => planned))
    ? 'une prévision n’a été gardée que pour une partie des projets ou des démarques : sans tout le « prévu », pas d’écart'
    : 'aucune prévision n’a encore été gardée pour ces démarques : sans « prévu », pas d’écart';
  return `${why}${unknownNote(total)}`;
}

const emptyFigures = (): Figures => ({
  ...{ sales_qty: null, sales: null, list_sales: null },
  ...{ profit: null, discount_budget: null },
});

/** A row of the table of comparisons, with its name. */
export interface ComparisonRow extends Comparison {
  key: string;
  label: string;
  /** Under the name: the days of a phase. */
  note: string | null;
  rebuilt: boolean;
}

/** The phases of projects, by their place and name; groups by their value. */
export function phaseRows(results: readonly Results[], noteOf: (phase: Results['phases'][number]) => string) {
  const phases = results.flatMap((one) => one.phases);
  const keys = [...new Set(phases.map(({ project_phase, label }) => `${project_phase} ${label}`))].sort(
    (a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10),
  );
  return keys.map((key): ComparisonRow => {
    const own = phases.filter(({ project_phase, label }) => `${project_phase} ${label}` === key);
    const notes = [...new Set(own.map(noteOf))];
    const label = own[0]?.label ?? '';
    const rebuilt = own.some(({ source }) => source === 'rebuilt');
    return {
      key,
      label,
      note: notes.length === 1 ? (notes[0] ?? null) : null,
      rebuilt,
      ...addComparisons(own),
    };
  });
}

export function groupRows(results: readonly Results[], labelOf: (key: string | null) => string) {
  const groups = results.flatMap((one) => one.groups);
  return [...new Set(groups.map(({ key }) => key))]
    .map((key): ComparisonRow => {
      const own = groups.filter((group) => group.key === key);
      return { key: key ?? '', label: labelOf(key), note: null, rebuilt: false, ...addComparisons(own) };
    })
    .sort((a, b) => (b.real.sales ?? 0) - (a.real.sales ?? 0));
}

/** What was left at the end of all of them, and their « marge après invendus »; null when it is not known of one. */
export function addLeft(results: readonly Results[]): Results['left'] {
  const parts = results.flatMap(({ left }) => left ?? []);
  if (parts.length === 0 || parts.length < results.length) return null;
  const merits = parts.map((part) => part.profit_after_leftovers);
  return {
    qty: parts.reduce((total, part) => total + part.qty, 0),
    profit_after_leftovers: merits.every(isShown) ? merits.reduce((total, merit) => total + merit, 0) : null,
  };
}

/** Units sold of a season, and those there were to sell. */
export interface SeasonUnits {
  sold: number;
  available: number;
}

/** What the season came to, of projects that are all over; null when it is not known of one. */
export function addSeason(projects: readonly Project[]): SeasonUnits | null {
  let [sold, available] = [0, 0];
  for (const project of projects) {
    const { season_sales_qty, available_qty } = project.overview?.forecast ?? {};
    if (!isOver(project) || !isShown(season_sales_qty) || !isShown(available_qty)) return null;
    sold += season_sales_qty;
    available += available_qty;
  }
  return available > 0 ? { sold, available } : null;
}

/** Units that were planned beyond those sold; null unless every product has its plan. */
export function unsoldOfPlan({ planned, real, line_count, planned_count }: Comparison): number | null {
  const [asked, sold] = [planned?.sales_qty, real.sales_qty];
  return planned_count === line_count && isShown(asked) && isShown(sold) ? asked - sold : null;
}

/**
 * Units that would be left had the plan been sold; null where that is not known, or cannot be: each phase has its own
 * plan, made of what the ones before really left, and their sum may pass the stock.
 */
export function leftOfPlan(left: number | null, total: Comparison): number | null {
  const more = unsoldOfPlan(total);
  return left === null || more === null || more > left ? null : left - more;
}
