import { type DiscountDecision, effectiveDiscount, workedDiscount } from '../discount/resolution.ts';
import type { DiscountPath } from '../discount/steps.ts';
import type { Permissions } from '../permission/permission.ts';

/** What was seen of a line when its phase was submitted, in points. */
export interface SeenDiscount {
  /** The discount in force; null: undecided. */
  discount_pct: number | null;
  /** The one that its price stands at. */
  worked_pct: number;
}

type SignedLine = DiscountDecision & Pick<DiscountPath, 'previous_discount_pcts'> & { included?: boolean };

/** What a line shows to who signs. */
export function seenDiscount(line: SignedLine): SeenDiscount {
  return { discount_pct: effectiveDiscount(line), worked_pct: workedDiscount(line) };
}

/**
 * Whether the signature asked for a line has lapsed: its discount, or the price at which it stands, is no longer the one
 * that was submitted, by anyone or anything, as reviews lapse. A line that came since was not submitted: it had none.
 */
export function isLapsed(seen: SeenDiscount | null, line: SignedLine): boolean {
  const now = seenDiscount(line);
  const then = seen ?? { discount_pct: null, worked_pct: 0 };
  return now.discount_pct !== then.discount_pct || now.worked_pct !== then.worked_pct;
}

/** A manager's signature, given to somebody for her absence; both days are in it. */
export interface Delegation {
  user_id: string;
  delegate_id: string;
  /** YYYY-MM-DD. */
  from_date: string;
  to_date: string;
}

/** Whether somebody signs for who is away, on a day. */
export function isDelegationInForce({ from_date, to_date }: Delegation, today: string): boolean {
  return from_date <= today && today <= to_date;
}

/** What is wrong with a delegation, in a sentence; null when nothing is. */
export function delegationFault(delegation: Delegation, today: string): string | null {
  const { user_id, delegate_id, from_date, to_date } = delegation;
  if (delegate_id === user_id) return 'On ne se délègue pas sa propre signature.';
  if (to_date < from_date) return 'La délégation finit avant de commencer.';
  return to_date < today ? 'La délégation est déjà finie.' : null;
}

/** What somebody may do who signs for another: the permissions that the act of signing asks for. */
export function withDelegation(permissions: Permissions, signsFor: string | null): Permissions {
  return signsFor === null ? permissions : { ...permissions, canValidatePhases: true };
}

/** Why somebody may not sign what is submitted, in a sentence; null when she may. */
export function signatureRefusal(asked: {
  submitted_by: string;
  signer_id: string;
  own_signature: boolean;
  /** Lines that changed since it was submitted. */
  lapsed_count: number;
  /** The phase's days are no longer those submitted. */
  days_changed: boolean;
  /** Prices no longer end as they did then. */
  prices_changed: boolean;
}): string | null {
  if (asked.submitted_by === asked.signer_id && !asked.own_signature)
    return 'Vous l’avez soumise : la signature est à quelqu’un d’autre.';
  if (asked.lapsed_count > 0 || asked.days_changed || asked.prices_changed)
    return 'La démarque a changé depuis sa soumission : elle est à soumettre de nouveau.';
  return null;
}
