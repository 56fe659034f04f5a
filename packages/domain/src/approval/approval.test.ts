import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeLoss } from '../loss/loss.ts';
import {
  causeSentence,
  DEFAULT_SIGNATURE_POLICY,
  needsSignature,
  SIGNATURE_CAUSES,
  type SignatureCause,
  type SignaturePolicy,
  type WatchedFigures,
  watchedCauses,
} from './policy.ts';
import {
  delegationFault,
  isDelegationInForce,
  isLapsed,
  seenDiscount,
  signatureRefusal,
} from './signature.ts';

const loss = (merit: number, nothing: number, below = 0) =>
  judgeLoss({
    discount_count: 100,
    profit_after_leftovers: merit,
    nothing_profit_after_leftovers: nothing,
    current_profit_after_leftovers: merit,
    below_cost_count: below,
    current_below_cost_count: below,
    added_below_cost_count: 0,
  });
const held: WatchedFigures = {
  mean_discount_pct: 30,
  discount_budget: 900,
  objective: { discount_pct_distribution_params: { discount_budget: 1000 } },
  loss: loss(120, 100),
  gaps: [],
};
const policyOf = (thresholds: Partial<Record<SignatureCause, number>>): SignaturePolicy => ({
  mode: 'thresholds',
  thresholds: Object.fromEntries(
    SIGNATURE_CAUSES.map((cause) => [cause, { on: cause in thresholds, over: thresholds[cause] ?? 0 }]),
  ) as SignaturePolicy['thresholds'],
  own_signature: false,
});
const asked = (policy: SignaturePolicy, figures: Partial<WatchedFigures> = {}) =>
  watchedCauses(policy, { ...held, ...figures })
    .filter(({ passed }) => passed)
    .map(({ cause }) => cause);
const plain = (text: string): string => text.replaceAll('\u202f', ' ');

describe('when validating takes a signature', () => {
  it('is never, unless the organisation says so; always, whatever the figures', () => {
    expect(needsSignature(DEFAULT_SIGNATURE_POLICY, [])).toBe(false);
    expect(needsSignature({ ...DEFAULT_SIGNATURE_POLICY, mode: 'always' }, [])).toBe(true);
  });

  it('is when one of the figures that are watched is over its threshold, each by its own switch', () => {
    const all = policyOf({ depth: 40, budget: 5, merit: 2, below_cost: 5, control_gaps: 0.1 });
    expect(asked(all)).toEqual([]);
    const gap = { month: '2026-06', place: null, place_name: null, measure: 'revenue' as const, causes: [] };
    const over: Record<SignatureCause, Partial<WatchedFigures>> = {
      depth: { mean_discount_pct: 40.1 },
      budget: { discount_budget: 1051 },
      merit: { loss: loss(97, 100) },
      below_cost: { loss: loss(120, 100, 6) },
      control_gaps: { gaps: [{ ...gap, expected: 1000, found: 998 }] },
    };
    for (const cause of SIGNATURE_CAUSES) {
      expect(asked(all, over[cause])).toEqual([cause]);
      const others = policyOf({ depth: 40, budget: 5, merit: 2, below_cost: 5, control_gaps: 0.1 });
      const off = { ...others.thresholds, [cause]: { ...others.thresholds[cause], on: false } };
      expect(asked({ ...others, thresholds: off }, over[cause])).toEqual([]);
    }
    expect(asked(all, { discount_budget: 1050, loss: loss(98, 100, 5) })).toEqual([]);
  });

  it('is when a figure is not known: what nobody can read is not held', () => {
    const all = policyOf({ depth: 40, budget: 5, merit: 2, below_cost: 5, control_gaps: 0.1 });
    const unknown = { mean_discount_pct: null, discount_budget: null, loss: null, gaps: null };
    expect(asked(all, unknown)).toEqual(['depth', 'budget', 'merit', 'below_cost']);
    const [budget] = watchedCauses(policyOf({ budget: 5 }), { ...held, objective: null });
    expect(budget && causeSentence(budget, true)).toBe('aucun budget n’est fixé');
  });

  it('says why, and no cost to who does not see them', () => {
    const [merit] = watchedCauses(policyOf({ merit: 2 }), { ...held, loss: loss(90, 100) });
    if (!merit) throw new Error('watched');
    expect(plain(causeSentence(merit, true))).toBe(
      'la marge est sous « ne rien faire » de 10 %, au-delà de 2 %',
    );
    expect(plain(causeSentence(merit, false))).toBe('marge : au-delà du seuil');
  });
});

describe('what was signed for', () => {
  const pct = fc.option(fc.constantFrom(0, 20, 30, 40), { nil: null });
  const line = fc.record({
    included: fc.boolean(),
    discount_pct_user: pct,
    discount_pct_auto: pct,
    discount_pct_min: pct,
    discount_pct_max: pct,
    previous_discount_pcts: fc.array(fc.constantFrom(0, 20, 30), { maxLength: 2 }),
  });

  it('lapses when the discount seen or the price it stands at is another, and comes back with it', () => {
    fc.assert(
      fc.property(line, line, (then, now) => {
        const seen = seenDiscount(then);
        expect(isLapsed(seen, then)).toBe(false);
        const after = seenDiscount(now);
        const same = seen.discount_pct === after.discount_pct && seen.worked_pct === after.worked_pct;
        expect(isLapsed(seen, now)).toBe(!same);
      }),
    );
  });

  it('a product that came since was not seen: it lapses once it has a price of the phase', () => {
    const fresh = { included: true, previous_discount_pcts: [] };
    expect(isLapsed(null, fresh)).toBe(false);
    expect(isLapsed(null, { ...fresh, discount_pct_auto: 20 })).toBe(true);
  });

  it('is signed by somebody else, as it was submitted', () => {
    const waiting = {
      submitted_by: 'm',
      signer_id: 'i',
      own_signature: false,
      lapsed_count: 0,
      days_changed: false,
      prices_changed: false,
    };
    expect(signatureRefusal(waiting)).toBeNull();
    expect(signatureRefusal({ ...waiting, signer_id: 'm' })).toContain('quelqu’un d’autre');
    expect(signatureRefusal({ ...waiting, signer_id: 'm', own_signature: true })).toBeNull();
    expect(signatureRefusal({ ...waiting, lapsed_count: 1 })).toContain('soumettre de nouveau');
    expect(signatureRefusal({ ...waiting, days_changed: true })).toContain('soumettre de nouveau');
    expect(signatureRefusal({ ...waiting, prices_changed: true })).toContain('soumettre de nouveau');
  });
});

it('a delegation is for its days, both in it, and for somebody else', () => {
  const delegation = { user_id: 'i', delegate_id: 'm', from_date: '2026-07-01', to_date: '2026-07-10' };
  expect(isDelegationInForce(delegation, '2026-07-01')).toBe(true);
  expect(isDelegationInForce(delegation, '2026-07-10')).toBe(true);
  expect(isDelegationInForce(delegation, '2026-07-11')).toBe(false);
  expect(delegationFault(delegation, '2026-07-05')).toBeNull();
  expect(delegationFault(delegation, '2026-07-11')).toContain('déjà finie');
  expect(delegationFault({ ...delegation, delegate_id: 'i' }, '2026-07-05')).not.toBeNull();
  expect(delegationFault({ ...delegation, to_date: '2026-06-01' }, '2026-07-05')).toContain(
    'avant de commencer',
  );
});
