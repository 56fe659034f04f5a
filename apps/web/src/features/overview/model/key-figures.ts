import type { Project, ProjectStats, RouteOutput } from '@palier/contract';
import {
  formatCompactMoney,
  formatMoney,
  formatPercent,
  formatQuantity,
  formatWholeMoney,
  type Group,
  readNumber,
} from '@palier/domain';
import { french } from '../../../lib/french.ts';
import type { ScaleMark } from '../../../ui/scale.tsx';

export type KeyFigure = {
  label: string;
  text: string;
  /** The exact value. */
  title: string;
  value: number | null;
  note?: string;
  tone?: 'good' | 'att';
  marks: (ScaleMark & { text: string })[];
};

type Goals = RouteOutput<'goals.get_group'>;
type References = RouteOutput<'discounts.references'>['data'][number];

export type KeyFigureInput = {
  project: Project;
  stats: ProjectStats;
  total: Group | null;
  goals: Goals | undefined;
  /** Doing nothing, last year's same round and the best attainable: those of the listing. */
  references: References | null;
};

/** Smallest gain, relative, that makes a computed plan better than the present one. */
const worthShowing = 1e-3;

/** The highest sell-through that a computed goal gives; null when none does better than the present plan. */
function bestSellThrough(goals: Goals | undefined, present: number | null): number | null {
  const values = (goals?.goals ?? []).flatMap(
    (goal) => readNumber(goal.phase_forecast ?? null, 'sell_through_pct') ?? [],
  );
  if (values.length === 0) return null;
  const best = Math.max(...values);
  return present === null || best - present > worthShowing * Math.abs(present) ? best : null;
}

function mark(
  kind: ScaleMark['kind'],
  name: string,
  value: number | null,
  text: string,
): (ScaleMark & { text: string })[] {
  return value === null ? [] : [{ kind, value, label: name, text: french(`${name} ${text}`) }];
}

function outcomes({ references }: KeyFigureInput, figure: 'sales' | 'profit' | 'stock') {
  return {
    nothing: references?.nothing[figure] ?? null,
    last_year: (figure !== 'stock' && references?.last_year?.[figure]) || null,
    optimum: references?.optimum[figure] ?? null,
  };
}

function moneyFigure(
  input: KeyFigureInput,
  label: string,
  figure: 'sales' | 'profit',
  currency: string,
): KeyFigure {
  const value =
    readNumber(input.total, `phase_forecast.${figure}`) ??
    readNumber(input.stats.phase_forecast ?? null, figure);
  const { nothing, last_year, optimum } = outcomes(input, figure);
  return {
    label,
    value,
    text: formatCompactMoney(value, currency),
    title: formatMoney(value, currency),
    marks: [
      ...mark('reference', 'Rien', nothing, formatCompactMoney(nothing, currency)),
      ...mark('reference', 'N−1', last_year, formatCompactMoney(last_year, currency)),
      ...mark('optimum', 'Optimum', optimum, formatCompactMoney(optimum, currency)),
    ],
  };
}

function stockFigure(input: KeyFigureInput): KeyFigure {
  const value =
    readNumber(input.total, 'phase_forecast.stock') ??
    readNumber(input.stats.phase_forecast ?? null, 'stock');
  // What was left in stock a year ago is kept nowhere.
  const { nothing, optimum } = outcomes(input, 'stock');
  return {
    label: 'Stock restant',
    value,
    text: formatQuantity(value),
    title: `${formatQuantity(value)} pièces`,
    note: 'à la fin de la démarque',
    marks: [
      ...mark('optimum', 'Optimum', optimum, formatQuantity(optimum)),
      ...mark('reference', 'Rien', nothing, formatQuantity(nothing)),
    ],
  };
}

function sellThroughFigure(input: KeyFigureInput): KeyFigure {
  const value = readNumber(input.total, 'phase_forecast.sell_through_pct');
  const present = readNumber(input.total, 'season_sell_through_pct');
  const best = bestSellThrough(input.goals, value);
  return {
    label: 'Écoulement saison',
    value,
    text: formatPercent(value),
    title: formatPercent(value, 2),
    marks: [
      ...mark('reference', 'Aujourd’hui', present, formatPercent(present)),
      ...mark('optimum', 'Optimum', best, formatPercent(best)),
    ],
  };
}

function budgetFigure({ project, stats, total, references }: KeyFigureInput): KeyFigure {
  const currency = project.catalog_currency;
  const value = readNumber(total, 'discount_budget') ?? stats.discount_budget ?? null;
  const ceiling = project.objective?.discount_pct_distribution_params?.discount_budget ?? null;
  const nothing = references?.nothing.discount_budget ?? null;
  const past = references?.last_year?.discount_budget ?? null;
  const left = ceiling === null || value === null ? null : ceiling - value;
  return {
    label: 'Budget de démarque',
    value,
    text: formatCompactMoney(value, currency),
    title: formatWholeMoney(value, currency),
    note:
      left === null
        ? 'sans plafond'
        : left >= 0
          ? `reste ${formatCompactMoney(left, currency)}`
          : `dépassé de ${formatCompactMoney(-left, currency)}`,
    tone: left !== null && left < 0 ? 'att' : undefined,
    marks: [
      ...mark('reference', 'Rien', nothing, formatCompactMoney(nothing, currency)),
      ...mark('reference', 'N−1', past, formatCompactMoney(past, currency)),
      ...mark('ceiling', 'Plafond', ceiling, formatCompactMoney(ceiling, currency)),
    ],
  };
}

/** The five figures of the worked phase, each with what it stands against. */
export function keyFigures(input: KeyFigureInput): KeyFigure[] {
  const { catalog_currency, accounting_currency } = input.project;
  return [
    moneyFigure(input, 'CA prévu', 'sales', catalog_currency),
    moneyFigure(input, 'Marge prévue', 'profit', accounting_currency),
    stockFigure(input),
    sellThroughFigure(input),
    budgetFigure(input),
  ];
}
