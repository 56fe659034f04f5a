import { type ControlGap, gapShare } from '../control/gap.ts';
import { formatPercent } from '../format/percent.ts';
import { type LossFigures, lossUnderNothing, shareBelowCost } from '../loss/loss.ts';
import { budgetCeiling, type Objective } from '../project/objective.ts';

/** When validating a phase takes a signature. */
export const SIGNATURE_MODES = ['never', 'always', 'thresholds'] as const;
export type SignatureMode = (typeof SIGNATURE_MODES)[number];

/** What may be watched, in the order it is read. */
export const SIGNATURE_CAUSES = ['depth', 'budget', 'merit', 'below_cost', 'control_gaps'] as const;
export type SignatureCause = (typeof SIGNATURE_CAUSES)[number];

/** A figure is watched, and a signature is asked when it is over this, in percent. */
export interface SignatureThreshold {
  on: boolean;
  over: number;
}

/** An organisation's rule of signatures. */
export interface SignaturePolicy {
  mode: SignatureMode;
  thresholds: Readonly<Record<SignatureCause, SignatureThreshold>>;
  /** Whether who submits a phase may sign it; two pairs of eyes otherwise. */
  own_signature: boolean;
}

export const DEFAULT_SIGNATURE_POLICY: SignaturePolicy = {
  mode: 'never',
  thresholds: {
    depth: { on: false, over: 40 },
    budget: { on: true, over: 0 },
    merit: { on: true, over: 0 },
    below_cost: { on: true, over: 5 },
    control_gaps: { on: true, over: 0.1 },
  },
  own_signature: false,
};

/** The figures of a phase that thresholds are compared with: those of its check list. null: not known. */
export interface WatchedFigures {
  /** « Taux moyen » of the worked phase. */
  mean_discount_pct: number | null;
  discount_budget: number | null;
  objective: Objective | null;
  loss: LossFigures | null;
  /** null where the till said nothing: there is nothing to differ from. */
  gaps: readonly ControlGap[] | null;
}

/** A watched figure against its threshold. */
export interface WatchedCause {
  cause: SignatureCause;
  /** In percent, as its threshold; null when it is not known, which asks for a signature as if it were passed. */
  value: number | null;
  over: number;
  passed: boolean;
}

const VALUES: Readonly<Record<SignatureCause, (figures: WatchedFigures) => number | null>> = {
  depth: ({ mean_discount_pct }) => mean_discount_pct,
  budget: ({ discount_budget, objective }) => {
    const ceiling = budgetCeiling(objective);
    return ceiling === null || discount_budget === null ? null : excess(discount_budget, ceiling);
  },
  merit: ({ loss }) => loss && lossUnderNothing(loss),
  below_cost: ({ loss }) => loss && shareBelowCost(loss),
  control_gaps: ({ gaps }) => Math.max(0, ...(gaps ?? []).map(gapShare)),
};

/** By how much an amount is over its ceiling, in percent of it. */
function excess(amount: number, ceiling: number): number {
  if (amount <= ceiling) return 0;
  return ceiling === 0 ? Number.POSITIVE_INFINITY : (100 * (amount - ceiling)) / ceiling;
}

/** The figures that the policy watches against their thresholds; none when it watches none. */
export function watchedCauses(policy: SignaturePolicy, figures: WatchedFigures): WatchedCause[] {
  if (policy.mode !== 'thresholds') return [];
  return SIGNATURE_CAUSES.filter((cause) => policy.thresholds[cause].on).map((cause) => {
    const { over } = policy.thresholds[cause];
    const value = VALUES[cause](figures);
    return { cause, value, over, passed: value === null || value > over };
  });
}

/** Whether validating takes a signature. */
export function needsSignature({ mode }: SignaturePolicy, causes: readonly WatchedCause[]): boolean {
  return mode === 'always' || causes.some(({ passed }) => passed);
}

const NAMES: Readonly<Record<SignatureCause, string>> = {
  depth: 'profondeur',
  budget: 'budget',
  merit: 'marge',
  below_cost: 'part sous le coût',
  control_gaps: 'écarts à la caisse',
};

/** How a threshold is named in a list. */
export const signatureCauseName = (cause: SignatureCause): string => NAMES[cause];

/** Figures that say costs. */
const OF_COSTS: readonly SignatureCause[] = ['merit', 'below_cost'];

/** Why a signature is asked, in a sentence without its full stop; costs are not said to who does not see them. */
export function causeSentence({ cause, value, over }: WatchedCause, seesCosts: boolean): string {
  if (OF_COSTS.includes(cause) && !seesCosts) return `${NAMES[cause]} : au-delà du seuil`;
  const limit = formatPercent(over, 1);
  if (value === null)
    return cause === 'budget' ? 'aucun budget n’est fixé' : `${NAMES[cause]} : chiffre inconnu`;
  const reached = Number.isFinite(value) ? formatPercent(value, 1) : 'tout';
  const sentences: Record<SignatureCause, string> = {
    depth: `le taux moyen est de ${reached}, au-delà de ${limit}`,
    budget: `le budget est dépassé de ${reached}, au-delà de ${limit}`,
    merit: `la marge est sous « ne rien faire » de ${reached}, au-delà de ${limit}`,
    below_cost: `${reached} des produits sont sous leur coût, au-delà de ${limit}`,
    control_gaps: `les écarts à la caisse vont jusqu’à ${reached}, au-delà de ${limit}`,
  };
  return sentences[cause];
}
