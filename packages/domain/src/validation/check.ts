import { LAW_RULE_KEYS } from '../law/rules.ts';
import type { QueryTree } from '../query/tree.ts';

/**
 * The lines of a phase's check list that the server answers, in the order they are read. Each part of the product adds
 * its own: a key here, then what it says in the server's `modules/validation`, which does not compile without it.
 */
export const VALIDATION_CHECKS = [
  'merit',
  'distribution',
  'below_cost',
  'price_rises',
  'changed_since_review',
  'departed',
  'control_gaps',
  'doubtful_data',
  ...LAW_RULE_KEYS,
] as const;

/**
 * ok: nothing to do. attention: to be looked at. loss: said in red, and validated on purpose. blocked: the organisation
 * does not let the phase be validated so.
 */
export const CHECK_STATES = ['ok', 'attention', 'loss', 'blocked'] as const;

/** A line of the check list, in French. */
export interface ValidationCheck {
  key: (typeof VALIDATION_CHECKS)[number];
  state: (typeof CHECK_STATES)[number];
  text: string;
  /** What the line is read against; null when the text says all. */
  detail: string | null;
  /** The products to look at. */
  filter: QueryTree | null;
}
