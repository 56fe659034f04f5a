import type { Project, RouteOutput } from '@palier/contract';
import {
  formatCompactMoney,
  formatMoney,
  formatPercent,
  formatQuantity,
  formatWholeMoney,
  type Group,
  HORIZON_FAMILY,
  type Horizon,
  readNumber,
} from '@palier/domain';
import { budgetRoom } from '../../../lib/budget-room.ts';
import { french } from '../../../lib/french.ts';
import { horizonText } from '../../../lib/horizon-text.ts';
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
  marks: (ScaleMark & { text: string })[];
}

type References = RouteOutput<'discounts.references'>['data'][number];

export interface KeyFigureInput {
  project: Project;
  total: Group | null;
  horizon: Horizon;
  /** Mean share of its cost that an unsold unit keeps. */
  mean_residual_value: number | null;
  /** Doing nothing, last year's same round and the best attainable: those of the listing. */
  references: References | null;
}

function mark(
  kind: ScaleMark['kind'],
  name: string,
  value: number | null,
  text: string,
): (ScaleMark & { text: string })[] {
  return value === null ? [] : [{ kind, value, label: name, text: french(`${name} ${text}`) }];
}

type Figure = 'sales' | 'profit_after_leftovers' | 'stock' | 'discount_budget';

/** The best of each figure alone, by its name on screen. */
const BEST = {
  sales: 'Max CA',
  profit_after_leftovers: 'Max marge',
  stock: 'Min stock',
} as const;

/** What a figure over a horizon is read against, in the words and the order of its scale. */
function marksOf(
  references: References | null,
  horizon: Horizon,
  figure: Figure,
  text: (value: number | null) => string,
): KeyFigure['marks'] {
  const standings = references?.[horizon];
  // What was left in stock a year ago is kept nowhere.
  const known = figure === 'sales' || figure === 'discount_budget' ? figure : null;
  const past = (known && standings?.last_year?.[known]) || null;
  const nothing = standings?.nothing[figure] ?? null;
  const best = figure === 'discount_budget' ? null : (standings?.best[figure] ?? null);
  return [
    ...mark('reference', 'Ne rien faire', nothing, text(nothing)),
    ...mark('reference', 'N−1', past, text(past)),
    ...(figure === 'discount_budget' ? [] : mark('optimum', BEST[figure], best, text(best))),
  ];
}

function familyOf({ total, horizon }: KeyFigureInput) {
  return total?.[HORIZON_FAMILY[horizon]] ?? null;
}

function salesFigure(input: KeyFigureInput): KeyFigure {
  const currency = input.project.catalog_currency;
  const value = familyOf(input)?.sales ?? null;
  return {
    label: 'CA prévu',
    value,
    text: formatCompactMoney(value, currency),
    title: formatMoney(value, currency),
    days: horizonText(input.project, input.horizon),
    marks: marksOf(input.references, input.horizon, 'sales', (one) => formatCompactMoney(one, currency)),
  };
}

/** The figure of merit: it exists to the end alone, and says so under either horizon. */
function meritFigure({ project, total, references, mean_residual_value }: KeyFigureInput): KeyFigure {
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
    marks: marksOf(references, 'end', 'profit_after_leftovers', (one) => formatCompactMoney(one, currency)),
  };
}

function stockFigure(input: KeyFigureInput): KeyFigure {
  const value = familyOf(input)?.stock ?? null;
  return {
    label: 'Stock restant',
    value,
    text: formatQuantity(value),
    title: `${formatQuantity(value)} pièces`,
    days: horizonText(input.project, input.horizon),
    marks: marksOf(input.references, input.horizon, 'stock', formatQuantity),
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
    marks: mark('reference', 'Aujourd’hui', present, formatPercent(present)),
  };
}

function budgetFigure(input: KeyFigureInput): KeyFigure {
  const { project, total, references, horizon } = input;
  const currency = project.catalog_currency;
  const value = (horizon === 'phase' ? total?.discount_budget : total?.forecast?.discount_budget) ?? null;
  const room = budgetRoom(project, total?.discount_budget ?? null, horizon);
  // The ceiling is the worked phase's: it stands on no scale of other days.
  const ceiling = horizon === 'phase' ? (room?.ceiling ?? null) : null;
  return {
    label: 'Budget de démarque',
    value,
    text: formatCompactMoney(value, currency),
    title: formatWholeMoney(value, currency),
    days: horizonText(project, horizon),
    note: room?.text ?? 'sans plafond',
    tone: room && room.left < 0 ? 'attention' : undefined,
    marks: [
      ...marksOf(references, horizon, 'discount_budget', (one) => formatCompactMoney(one, currency)),
      ...mark('ceiling', 'Plafond', ceiling, formatCompactMoney(ceiling, currency)),
    ],
  };
}

/** The five figures of a horizon, each with its days and what it stands against. */
export function keyFigures(input: KeyFigureInput): KeyFigure[] {
  return [
    salesFigure(input),
    meritFigure(input),
    stockFigure(input),
    sellThroughFigure(input),
    budgetFigure(input),
  ];
}
