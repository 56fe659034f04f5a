import type { Optimization } from '@palier/contract';
import {
  boundTo,
  compactBound,
  formatCompactMoney,
  formatMoney,
  formatPercent,
  formatQuantity,
} from '@palier/domain';
import { type Constraint, type Goal, isTarget, type OptimiseResult } from '@palier/engine';
import type { ProjectRow } from '../../projects/index.ts';

type Overview = NonNullable<Optimization['result_overview']>;
export type PlanLimit = NonNullable<Overview['limits']>[number];
export type Infeasibility = NonNullable<Overview['infeasibility']>;
type Report = OptimiseResult['constraints'][number];

/** What reports are worded with: the project's names and money, and the goal that was maximised. */
export interface LimitWords {
  project: ProjectRow;
  levels: readonly number[];
  goal: Goal;
  /** The rules are about several projects at once; `project` then lends its currency and the names of its phases. */
  shared?: boolean;
}

/** The project that a rule is of; null when it binds several. */
const projectOf = ({ project, shared }: LimitWords): string | null => (shared ? null : project.project_id);

const GAIN: Record<Goal, string> = {
  profit: 'de marge après invendus',
  sales: 'de CA',
  cogs: 'de stock écoulé',
};
/** Below this price per unit of room a rule is reported as not binding. */
const WORTHLESS = 0.005;

/** The rules of a plan as a merchandiser reads them; the shares of one distribution are one rule. */
export function planLimits({ constraints, infeasibility }: OptimiseResult, words: LimitWords): PlanLimit[] {
  // Prices of rules that contradict each other are not prices: the closest plan breaks them.
  const reports = constraints.map((report) =>
    infeasibility === null ? report : { ...report, shadow_price: 0, cost: 0 },
  );
  const shares = reports.filter(({ constraint }) => isShare(constraint));
  const others = reports.filter(({ constraint }) => !isShare(constraint));
  return [
    ...(shares.length > 0 ? [distributionLimit(shares, words)] : []),
    ...others.map((report) => limitOf(report, words)),
  ];
}

const isShare = ({ kind }: Constraint): boolean => kind === 'count_quota' || kind === 'stock_quota';

function limitOf(report: Report, words: LimitWords): PlanLimit {
  const { constraint, achieved, satisfied, shadow_price, cost } = report;
  const binds = shadow_price > WORTHLESS;
  return {
    project_id: projectOf(words),
    kind: constraint.kind as PlanLimit['kind'],
    label: constraintLabel(constraint, words),
    asked: askedText(constraint, words),
    achieved: amountText(constraint, achieved, words),
    satisfied,
    worth: binds ? worthText(constraint, shadow_price, words) : null,
    cost,
    ...(constraint.kind === 'budget' || constraint.kind === 'sell_through'
      ? { price: shadow_price, ...horizonOf(constraint) }
      : {}),
  };
}

/** The days that a rule spans, when they are the worked phase's or all. */
function horizonOf({ by_phase }: { by_phase?: number | readonly number[] }): Pick<PlanLimit, 'horizon'> {
  if (by_phase === undefined) return { horizon: 'end' };
  const last = typeof by_phase === 'number' ? [by_phase] : by_phase;
  return last.every((phase) => phase === 0) ? { horizon: 'phase' } : {};
}

/** The share that costs most speaks for the distribution. */
function distributionLimit(shares: readonly Report[], words: LimitWords): PlanLimit {
  const dearest = shares.reduce((best, share) => (share.shadow_price > best.shadow_price ? share : best));
  const met = shares.filter(({ satisfied }) => satisfied).length;
  const byStock = dearest.constraint.kind === 'stock_quota';
  return {
    project_id: projectOf(words),
    kind: 'distribution',
    label: byStock ? 'Répartition du stock' : 'Répartition des produits',
    asked: `${shares.length} taux`,
    achieved: `${met} sur ${shares.length} tenus`,
    satisfied: met === shares.length,
    worth: dearest.shadow_price > WORTHLESS ? shareWorth(dearest, words) : null,
    cost: Math.max(...shares.map(({ cost }) => cost)),
  };
}

function shareWorth({ constraint, achieved, shadow_price }: Report, words: LimitWords): string {
  if (constraint.kind !== 'count_quota' && constraint.kind !== 'stock_quota') return '';
  const full =
    constraint.max_share < 1 &&
    achieved >= constraint.max_share - (constraint.max_share - constraint.min_share) / 2;
  const what = constraint.kind === 'count_quota' ? 'Un produit' : 'Une pièce en stock';
  return `${what} de ${full ? 'plus' : 'moins'} à ${formatPercent(words.levels[constraint.level] ?? 0, 0)} rapporterait ${gain(shadow_price, words)}.`;
}

/** The name of a rule, as the screens of scenarios write it. */
export function constraintLabel(
  constraint: Constraint,
  { levels, project }: Pick<LimitWords, 'levels' | 'project'>,
): string {
  switch (constraint.kind) {
    case 'count_quota':
      return `Part des produits à ${levels[constraint.level]} %`;
    case 'stock_quota':
      return `Part du stock à ${levels[constraint.level]} %`;
    case 'budget':
      return constraint.by_phase === undefined
        ? 'Budget, toutes démarques'
        : 'Budget de la démarque travaillée';
    case 'sell_through':
      return `Écoulement de la saison${constraint.hard ? '' : ' (visé)'}${untilPhase(constraint.by_phase, project)}`;
    case 'min_profit':
      return 'Marge des ventes minimale';
    case 'min_merit':
      return 'Marge après invendus à garder';
  }
}

/** « à la fin de … », when the target is not the end of the project. */
function untilPhase(
  by_phase: (Constraint & { kind: 'budget' })['by_phase'],
  { phases, working_phase }: ProjectRow,
): string {
  if (by_phase === undefined) return '';
  const position = (working_phase ?? 0) + (typeof by_phase === 'number' ? by_phase : (by_phase[0] ?? 0));
  return ` à la fin de « ${phases[position]?.name ?? `Démarque ${position + 1}`} »`;
}

function askedText(constraint: Constraint, words: LimitWords): string {
  switch (constraint.kind) {
    case 'budget':
      return `≤\u202f${amountText(constraint, constraint.max_amount, words)}`;
    case 'min_profit':
    case 'min_merit':
      return `≥\u202f${amountText(constraint, constraint.min_amount, words)}`;
    default: {
      const { min_share: least, max_share: most = 1 } = { max_share: 1, ...constraint };
      if (most >= 1) return `≥\u202f${amountText(constraint, least, words)}`;
      if (least <= 0) return `≤\u202f${amountText(constraint, most, words)}`;
      return `${amountText(constraint, least, words)} à ${amountText(constraint, most, words)}`;
    }
  }
}

/** An amount in the rule's own unit. */
function amountText({ kind }: Constraint, amount: number, { project }: Pick<LimitWords, 'project'>): string {
  if (kind === 'budget') return formatCompactMoney(amount, project.catalog_currency);
  if (kind === 'min_profit' || kind === 'min_merit')
    return formatCompactMoney(amount, project.accounting_currency);
  return formatPercent(100 * amount);
}

/** A bound that would be enough for a rule, rounded to the side on which it is. */
function enoughText(constraint: Constraint, amount: number, words: Pick<LimitWords, 'project'>): string {
  const isMost = constraint.kind === 'budget' || ('max_share' in constraint && amount > constraint.max_share);
  const way = isMost ? 'up' : 'down';
  const isShare = 'min_share' in constraint;
  return amountText(constraint, isShare ? boundTo(amount, 3, way) : compactBound(amount, way), words);
}

function worthText({ kind }: Constraint, price: number, words: LimitWords): string {
  const room = formatCompactMoney(1000, words.project.catalog_currency);
  if (kind === 'budget')
    return `Avec ${room} de budget en plus, le plan gagnerait ${gain(1000 * price, words)}.`;
  if (kind === 'min_profit' || kind === 'min_merit')
    return `Avec ${room} de marge exigée en moins, le plan gagnerait ${gain(1000 * price, words)}.`;
  return `Chaque pièce vendue de plus coûte ${gain(price, words)}.`;
}

function gain(amount: number, { project, goal }: LimitWords): string {
  const currency = goal === 'sales' ? project.catalog_currency : project.accounting_currency;
  const text = amount < 1000 ? formatMoney(amount, currency) : formatCompactMoney(amount, currency);
  return `${text} ${GAIN[goal]}`;
}

/** Why no plan meets every rule, and what would be enough. */
export function planInfeasibility(
  { infeasibility, constraints }: OptimiseResult,
  words: LimitWords,
): Infeasibility | null {
  if (infeasibility === null) return null;
  const project_id = projectOf(words);
  const at = (position: number) => constraints[position]?.constraint;
  return {
    violated: infeasibility.violated.flatMap((position, n) => {
      const constraint = at(position);
      if (!constraint) return [];
      const reached = infeasibility.best_reachable[n] ?? null;
      const best = reached === null ? null : enoughText(constraint, reached, words);
      return [
        { project_id, label: constraintLabel(constraint, words), asked: askedText(constraint, words), best },
      ];
    }),
    relaxations: infeasibility.relaxations.flatMap(
      ({ constraint: position, needed, value, with: others }) => {
        const constraint = at(position);
        if (!constraint) return [];
        const text = needed === null ? null : enoughText(constraint, needed, words);
        const also = others.flatMap((other) => {
          const rule = at(other);
          return rule ? [constraintLabel(rule, words)] : [];
        });
        return [{ project_id, label: constraintLabel(constraint, words), needed: text, value, with: also }];
      },
    ),
    blocked_count: infeasibility.blocked_items.length,
    sampled_count: infeasibility.sampled_units,
  };
}

/** « 3 produits … », in the singular where it is one. */
export function countLines(count: number, one: string, many: string): string {
  return `${formatQuantity(count)} ${count === 1 ? one : many}`;
}

/**
 * « Budget nécessaire » of each target that the plan misses; « aucun budget ne suffit » when none is enough. One aimed at
 * only may be left for what it costs, whatever the budget.
 */
export function neededBudgets({ constraints }: OptimiseResult, words: LimitWords): string[] {
  const budget = constraints.find(({ constraint }) => constraint.kind === 'budget')?.constraint;
  if (budget?.kind !== 'budget') return [];
  return constraints.flatMap(({ constraint, satisfied, needed_budget }) => {
    if (satisfied || !isTarget(constraint)) return [];
    const label = constraintLabel(constraint, words);
    if (needed_budget === null) return [`${label} : aucun budget de démarque n’y suffit.`];
    if (needed_budget <= budget.max_amount * (1 + 1e-9))
      return [
        `${label} : le budget y suffit, mais l’atteindre coûterait plus que ne vaut une cible visée. Elle le serait si elle devait l’être.`,
      ];
    return [`${label} : budget nécessaire ${enoughText(budget, needed_budget, words)}.`];
  });
}
