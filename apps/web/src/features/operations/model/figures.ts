import type { Project } from '@palier/contract';
import { awaitsClosing, budgetCeiling, isOver } from '@palier/domain';

/** What a row shows, summed over its projects. Missing when no project has it. */
export interface RowFigures {
  discount_count: number;
  reviewed_count: number;
  stock_qty: number | null;
  stock_retail_value: number | null;
  /** What the worked phases' discounts cost, and the ceiling set for it, over the projects that have a ceiling. */
  budget_used: number | null;
  budget_ceiling: number | null;
  /** To the end of each project. */
  sales: number | null;
  /** « Marge après invendus » of all projects. */
  profit_after_leftovers: number | null;
}

function add(total: number | null, value: number | null | undefined): number | null {
  if (value === null || value === undefined || !Number.isFinite(value)) return total;
  return (total ?? 0) + value;
}

/** Amounts of several currencies are not added: none is shown. */
function withoutMixedAmounts(total: RowFigures, projects: readonly Project[]): RowFigures {
  const isMixed = (of: 'catalog_currency' | 'accounting_currency') =>
    new Set(projects.map((project) => project[of])).size > 1;
  const none = { stock_retail_value: null, sales: null, budget_used: null, budget_ceiling: null };
  return {
    ...total,
    ...(isMixed('catalog_currency') && none),
    ...(isMixed('accounting_currency') && { profit_after_leftovers: null }),
  };
}

/**
 * The turnover of a project to its end; null where it is not known. Past its end with a phase never validated, what is
 * left to sell is no figure of the operation.
 */
export function salesToEnd(project: Project): number | null {
  const sales = awaitsClosing(project) ? null : (project.overview?.forecast?.sales ?? null);
  return sales !== null && Number.isFinite(sales) ? sales : null;
}

/** Sums the key figures of projects; amounts when they are of one currency. */
export function sumFigures(projects: readonly Project[]): RowFigures {
  const total: RowFigures = {
    discount_count: 0,
    reviewed_count: 0,
    stock_qty: null,
    stock_retail_value: null,
    budget_used: null,
    budget_ceiling: null,
    sales: null,
    profit_after_leftovers: null,
  };
  for (const project of projects) {
    const { overview } = project;
    if (!overview) continue;
    total.discount_count += overview.discount_count ?? 0;
    total.reviewed_count += overview.discount_pct_reviewed_count ?? 0;
    total.stock_qty = add(total.stock_qty, overview.stock_qty);
    total.stock_retail_value = add(total.stock_retail_value, overview.stock_retail_value);
    total.sales = add(total.sales, salesToEnd(project));
    if (awaitsClosing(project)) continue;
    const after = overview.forecast?.profit_after_leftovers;
    total.profit_after_leftovers = add(total.profit_after_leftovers, after);
    const ceiling = budgetCeiling(project.objective);
    // The ceiling is of the whole project: a part of its lines uses no share of it that can be said.
    if (ceiling === null || ceiling <= 0 || project.reach === 'part') continue;
    total.budget_ceiling = add(total.budget_ceiling, ceiling);
    total.budget_used = add(total.budget_used, overview.discount_budget);
  }
  return withoutMixedAmounts(total, projects);
}

/** Share reviewed between 0 and 1; null without products. */
export function reviewedShare(figures: RowFigures): number | null {
  return figures.discount_count > 0 ? figures.reviewed_count / figures.discount_count : null;
}

/** Share of the ceiling used, between 0 and more than 1; null without a ceiling. */
export function budgetShare(figures: RowFigures): number | null {
  if (figures.budget_used === null || figures.budget_ceiling === null) return null;
  return figures.budget_used / figures.budget_ceiling;
}

/** What the turnover of a row is: of projects that are over it is what was sold, of the others what is expected. */
export function salesTerm(projects: readonly Project[]): string {
  const over = projects.filter((project) => isOver(project)).length;
  if (over === 0) return 'CA prévu, jusqu’à la fin';
  return over === projects.length ? 'CA réalisé' : 'CA réalisé, et prévu jusqu’à la fin';
}

/**
 * What to say of figures that are not there yet: a project's are being computed; a sum leaves out the projects that
 * have none. Null where all are there, or none: dashes say it.
 */
export function figuresNote(projects: readonly Project[]): string | null {
  const missing = projects.filter(({ overview }) => !overview);
  if (missing.length === 0) return null;
  if (missing.length < projects.length) return `hors ${missing.length} à calculer`;
  const [first] = missing;
  const status = missing.length === 1 && first ? first.snapshot?.status : undefined;
  return status === 'requested' || status === 'running' ? 'calcul en cours' : null;
}
