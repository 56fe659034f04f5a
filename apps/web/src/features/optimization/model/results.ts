import { meanDiscountPct } from '@palier/domain';
import type { Optimization } from '../api/status.ts';

type Overview = NonNullable<Optimization['result_overview']>;
type ProjectResult = Overview['projects'][number];
export type Bucket = Overview['discount_distribution'][number];

/** Figures of a plan over several projects; null when a project does not tell. */
export interface PlanFigures {
  sales: number | null;
  profit: number | null;
  /** « Marge après invendus »: what plans are compared on. */
  profit_after_leftovers: number | null;
  cogs: number | null;
  stock: number | null;
  sales_qty: number | null;
  sales_discount_pct: number | null;
  /** Season sell-through, in points; known for one project alone. */
  sell_through_pct: number | null;
}

type Figures = NonNullable<ProjectResult['forecast']>;

/** Sums the figures of projects; the mean discount comes back from sums at full price. */
export function sumPlans(plans: readonly (Figures | undefined)[]): PlanFigures {
  const sum = (pick: (figures: Figures) => number | null | undefined): number | null => {
    if (plans.length === 0) return null;
    let total = 0;
    for (const plan of plans) {
      const value = plan && pick(plan);
      if (value === null || value === undefined) return null;
      total += value;
    }
    return total;
  };
  const fullPrice = sum(({ sales, sales_discount_pct }) =>
    sales === null || sales === undefined || sales_discount_pct === null || sales_discount_pct === undefined
      ? null
      : sales_discount_pct < 100
        ? sales / (1 - sales_discount_pct / 100)
        : null,
  );
  const sales = sum((figures) => figures.sales);
  return {
    sales,
    profit: sum((figures) => figures.profit),
    profit_after_leftovers: sum((figures) => figures.profit_after_leftovers),
    cogs: sum((figures) => figures.cogs),
    stock: sum((figures) => figures.stock),
    sales_qty: sum((figures) => figures.sales_qty),
    sales_discount_pct: sales !== null && fullPrice !== null ? meanDiscountPct(sales, fullPrice) : null,
    sell_through_pct: plans.length === 1 ? (plans[0]?.sell_through_pct ?? null) : null,
  };
}

export interface RunResult {
  plan: PlanFigures;
  current: PlanFigures;
  discount_count: number;
  distribution: Bucket[];
  gap: number | null;
  problems: readonly string[];
  limits: NonNullable<Overview['limits']>;
  infeasibility: Overview['infeasibility'];
  /** What the discounts give up, over the worked phase and over all: the plan's, and the present one's. */
  budget: Budgets;
  currentBudget: Budgets;
  /** Discounts chosen by hand that the plan keeps. */
  keptByHand: number;
}

/** What discounts cost, tax included. */
export interface Budgets {
  phase: number | null;
  all: number | null;
}

/** A run with its result over the compared projects. */
export interface Compared {
  run: Optimization;
  result: RunResult;
}

/** The result of a finished run over the projects wanted; null when it has none for them. */
export function runResult(run: Optimization, projectIds: readonly string[]): RunResult | null {
  const overview = run.result_overview;
  if (run.status !== 'completed' || !overview) return null;
  const projects = overview.projects.filter((project) => projectIds.includes(project.project_id));
  if (projects.length === 0) return null;
  return {
    plan: sumPlans(projects.map((project) => project.forecast)),
    current: sumPlans(projects.map((project) => project.current_forecast)),
    discount_count: projects.reduce((sum, project) => sum + project.discount_count, 0),
    distribution: mergeBuckets(projects.map((project) => project.discount_distribution)),
    gap: overview.gap ?? null,
    problems: overview.problems ?? [],
    limits: (overview.limits ?? []).filter(
      ({ project_id }) => project_id === null || projectIds.includes(project_id),
    ),
    infeasibility: overview.infeasibility ?? null,
    budget: {
      phase: total(projects.map((project) => project.discount_budget)),
      all: total(projects.map((project) => project.discount_budget_all)),
    },
    currentBudget: {
      phase: total(projects.map((project) => project.current_discount_budget)),
      all: total(projects.map((project) => project.current_discount_budget_all)),
    },
    keptByHand: total(projects.map((project) => project.kept_user_count ?? 0)) ?? 0,
  };
}

function total(values: readonly (number | undefined)[]): number | null {
  let sum = 0;
  for (const value of values) {
    if (value === undefined) return null;
    sum += value;
  }
  return sum;
}

/** Distributions of several projects as one, by increasing discount; no discount is 0. */
export function mergeBuckets(distributions: readonly (readonly Bucket[])[]): Bucket[] {
  const merged = new Map<number, Bucket>();
  for (const bucket of distributions.flat()) {
    const discount_pct = bucket.discount_pct ?? 0;
    const known = merged.get(discount_pct);
    merged.set(discount_pct, {
      discount_pct,
      discount_count: (known?.discount_count ?? 0) + bucket.discount_count,
      sum_stock_qty: (known?.sum_stock_qty ?? 0) + bucket.sum_stock_qty,
    });
  }
  return [...merged.values()].sort((a, b) => (a.discount_pct ?? 0) - (b.discount_pct ?? 0));
}

/** Runs of several projects without repeats, newest first. */
export function mergeRuns(lists: readonly (readonly Optimization[] | undefined)[]): Optimization[] {
  const byId = new Map(lists.flatMap((list) => list ?? []).map((run) => [run._id, run]));
  return [...byId.values()].sort((a, b) => b.created_at.localeCompare(a.created_at));
}

/** Letters of the compared runs. */
export const runLetters = ['A', 'B', 'C', 'D'] as const;
