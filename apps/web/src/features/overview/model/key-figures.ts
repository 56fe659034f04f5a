import type { Group, Project, ProjectStats, RouteOutput } from '@palier/contract';
import {
  formatCompact,
  formatCompactMoney,
  formatMoney,
  formatPercent,
  formatQuantity,
  formatWholeMoney,
} from '@palier/domain';
import { french } from '../../../lib/french.ts';
import { readFigure } from '../../../lib/read-figure.ts';
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
type Figure = 'sales' | 'profit' | 'stock' | 'sell_through_pct';

export type KeyFigureInput = {
  project: Project;
  stats: ProjectStats;
  total: Group | null;
  goals: Goals | undefined;
  /** What the plan would give if no discount moved. */
  nothing:
    | { phase_forecast?: Partial<Record<string, number | null>>; discount_budget?: number | null }
    | undefined;
};

/** Smallest gain, relative, that makes a computed plan better than the present one. */
const worthShowing = 1e-3;

/** The best that a computed goal gives for a figure; null when none does better than the present plan. */
function bestOf(
  goals: Goals | undefined,
  figure: Figure,
  present: number | null,
  lowest = false,
): number | null {
  const values = (goals?.goals ?? []).flatMap((goal) => {
    const value = readFigure(goal.phase_forecast ?? null, figure);
    return value === null ? [] : [value];
  });
  if (values.length === 0) return null;
  const best = lowest ? Math.min(...values) : Math.max(...values);
  if (present === null) return best;
  const gain = lowest ? present - best : best - present;
  return gain > worthShowing * Math.abs(present) ? best : null;
}

function mark(
  kind: ScaleMark['kind'],
  name: string,
  value: number | null,
  text: string,
): (ScaleMark & { text: string })[] {
  return value === null ? [] : [{ kind, value, label: name, text: french(`${name} ${text}`) }];
}

function moneyFigure(
  input: KeyFigureInput,
  label: string,
  figure: 'sales' | 'profit',
  currency: string,
): KeyFigure {
  const value =
    readFigure(input.total, `phase_forecast.${figure}`) ??
    readFigure(input.stats.phase_forecast ?? null, figure);
  const nothing = readFigure(input.nothing?.phase_forecast ?? null, figure);
  const best = bestOf(input.goals, figure, value);
  return {
    label,
    value,
    text: formatCompactMoney(value, currency),
    title: formatMoney(value, currency),
    marks: [
      ...mark('reference', 'Rien', nothing, formatCompactMoney(nothing, currency)),
      ...mark('optimum', 'Optimum', best, formatCompactMoney(best, currency)),
    ],
  };
}

function stockFigure(input: KeyFigureInput): KeyFigure {
  const value =
    readFigure(input.total, 'phase_forecast.stock') ??
    readFigure(input.stats.phase_forecast ?? null, 'stock');
  const nothing = readFigure(input.nothing?.phase_forecast ?? null, 'stock');
  const best = bestOf(input.goals, 'stock', value, true);
  return {
    label: 'Stock restant',
    value,
    text: formatQuantity(value),
    title: `${formatQuantity(value)} pièces`,
    note: 'à la fin de la démarque',
    marks: [
      ...mark('optimum', 'Optimum', best, formatCompact(best)),
      ...mark('reference', 'Rien', nothing, formatCompact(nothing)),
    ],
  };
}

function sellThroughFigure(input: KeyFigureInput): KeyFigure {
  const value = readFigure(input.total, 'phase_forecast.sell_through_pct');
  const present = readFigure(input.total, 'season_sell_through_pct');
  const best = bestOf(input.goals, 'sell_through_pct', value);
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

function budgetFigure({ project, stats, total }: KeyFigureInput): KeyFigure {
  const currency = project.catalog_currency;
  const value = readFigure(total, 'discount_budget') ?? stats.discount_budget ?? null;
  const ceiling = project.objective?.discount_pct_distribution_params?.discount_budget ?? null;
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
    marks: [...mark('ceiling', 'Plafond', ceiling, formatCompactMoney(ceiling, currency))],
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
