import type { Project } from '@palier/contract';
import { type AllocationPriority, type DistributionBasis, USUAL_TOLERANCE } from '@palier/domain';
import { bareAmount } from '../../../lib/bare-amount.ts';
import type { Shares } from '../../../lib/distribution.ts';

/** An objective being tried: numbers as typed. */
export interface ObjectiveDraft {
  /** null: those of the objective in force, or of the present discounts. */
  shares: Shares | null;
  priority: AllocationPriority;
  basis: DistributionBasis;
  tolerance: string;
  budget: string;
}

export function objectiveDraft({ objective }: Pick<Project, 'objective'>): ObjectiveDraft {
  const { discount_budget, basis, tolerance_pct } = objective?.discount_pct_distribution_params ?? {};
  return {
    shares: null,
    priority: objective?.discount_pct_allocation_priority ?? 'stock_coverage',
    basis: basis ?? 'discount_count',
    tolerance: typed(tolerance_pct ?? USUAL_TOLERANCE),
    budget: typed(discount_budget ?? null),
  };
}

function typed(value: number | null): string {
  return value === null ? '' : String(value).replace('.', ',');
}

/** A number typed the French way, in a money or in none; null when empty, undefined when it is none or below zero. */
function numberOf(text: string, currency?: string): number | null | undefined {
  const plain = text.replace(/\s/g, '').replace(',', '.');
  const bare = currency === undefined ? plain : bareAmount(text, currency).bare;
  if (bare === '') return null;
  const value = Number(bare);
  return Number.isFinite(value) && value >= 0 ? value : undefined;
}

/** What is wrong with what was typed, by field, in French; `currency` of the budget. */
export function objectiveFaults(
  draft: ObjectiveDraft,
  currency: string,
): { budget?: string; tolerance?: string } {
  const tolerance = numberOf(draft.tolerance);
  return {
    ...(numberOf(draft.budget, currency) === undefined && { budget: 'Donnez un montant.' }),
    ...((tolerance === undefined || (tolerance ?? 0) > 100) && { tolerance: 'De 0 à 100 points.' }),
  };
}

/** The objective that a draft says, over the one in force; meaningless fields are left out. */
export function draftObjective(
  { objective, catalog_currency }: Pick<Project, 'objective' | 'catalog_currency'>,
  draft: ObjectiveDraft,
  shares: Shares,
): NonNullable<Project['objective']> {
  return {
    ...objective,
    discount_pct_distribution: { ...shares },
    discount_pct_distribution_params: {
      basis: draft.basis,
      tolerance_pct: numberOf(draft.tolerance) ?? USUAL_TOLERANCE,
      discount_budget: numberOf(draft.budget, catalog_currency) ?? null,
    },
    discount_pct_allocation_priority: draft.priority,
  };
}
