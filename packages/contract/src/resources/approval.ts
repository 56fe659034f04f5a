import {
  type Delegation,
  SIGNATURE_CAUSES,
  SIGNATURE_MODES,
  type SignatureCause,
  type SignaturePolicy,
  type WatchedCause,
} from '@palier/domain';
import * as z from 'zod';
import { countSchema, currencySchema, daySchema, idSchema, instantSchema } from '../wire/common.ts';
import type { Shape } from '../wire/shape.ts';

const word = z.string().trim().max(2000);
const threshold = z.strictObject({ on: z.boolean(), over: z.number().min(0).max(1000) });
const cause = z.enum(SIGNATURE_CAUSES);

/** When validating a phase takes a signature: the organisation's rule. */
export const signaturePolicySchema = z
  .strictObject({
    mode: z.enum(SIGNATURE_MODES),
    thresholds: z.strictObject({
      depth: threshold,
      budget: threshold,
      merit: threshold,
      below_cost: threshold,
      control_gaps: threshold,
    } satisfies Record<SignatureCause, z.ZodType>),
    own_signature: z.boolean(),
  } satisfies Shape<SignaturePolicy>)
  .meta({ id: 'SignaturePolicy' });

/** The rule in force, and who set it; null: nobody did. */
export const setPolicySchema = z.object({
  policy: signaturePolicySchema,
  set_by: z.string().nullable(),
  set_at: instantSchema.nullable(),
});
export type SetPolicy = z.infer<typeof setPolicySchema>;

/** Somebody who signs, and who signs for her while she is away. */
export const signerSchema = z
  .object({
    user_id: idSchema,
    name: z.string(),
    delegation: z
      .object({
        user_id: idSchema,
        delegate_id: idSchema,
        from_date: daySchema,
        to_date: daySchema,
      } satisfies Shape<Delegation>)
      .extend({ delegate_name: z.string(), in_force: z.boolean() })
      .nullable(),
  })
  .meta({ id: 'Signer' });
export type Signer = z.infer<typeof signerSchema>;

/** Who signs, and who may sign for the caller. */
export const signersSchema = z.object({
  data: z.array(signerSchema),
  delegates: z.array(z.object({ user_id: idSchema, name: z.string() })),
});

/** To whom, and when; null takes it back. */
export const delegationBody = z.strictObject({
  delegation: z.strictObject({ delegate_id: idSchema, from_date: daySchema, to_date: daySchema }).nullable(),
});

/** Each time that a phase was put to signature, and what came of it. */
const approvalSchema = z
  .object({
    approval_id: idSchema,
    phase: countSchema,
    label: z.string(),
    submitted_by: idSchema,
    submitted_name: z.string(),
    submitted_at: instantSchema,
    word: z.string().nullable(),
    /** Who is asked; anybody who signs may. */
    to_user_id: idSchema.nullable(),
    to_name: z.string().nullable(),
    /** null: it waits. replaced: submitted again. */
    decision: z.enum(['signed', 'returned', 'withdrawn', 'replaced']).nullable(),
    decided_name: z.string().nullable(),
    decided_at: instantSchema.nullable(),
    decision_word: z.string().nullable(),
    /** In whose name a delegate decided. */
    for_name: z.string().nullable(),
  })
  .meta({ id: 'PhaseApproval' });
export type PhaseApproval = z.infer<typeof approvalSchema>;

/** A line whose signature lapsed: its discount is no longer the one submitted, or its price at that discount. */
const lapsedLineSchema = z.object({
  discount_id: idSchema,
  item_group_id: z.string(),
  title: z.string().nullable(),
  seen_pct: z.number(),
  worked_pct: z.number(),
  /** What its label bore as it was submitted, and bears now; null: not known, or it has none. */
  seen_price: z.number().nullable(),
  price: z.number().nullable(),
  changed_by: z.string().nullable(),
  changed_at: instantSchema.nullable(),
});

export const signatureStateSchema = z
  .object({
    /** Whether validating the worked phase takes a signature, and why. */
    needed: z.boolean(),
    causes: z.array(
      z.object({ cause, passed: z.boolean(), name: z.string(), sentence: z.string() } satisfies Shape<
        Pick<WatchedCause, 'cause' | 'passed'> & { name: string; sentence: string }
      >),
    ),
    mode: z.enum(SIGNATURE_MODES),
    own_signature: z.boolean(),
    set_by: z.string().nullable(),
    set_at: instantSchema.nullable(),
    submission: approvalSchema.nullable(),
    lapsed: z.object({
      count: countSchema,
      /** The phase's days are no longer those submitted. */
      days_changed: z.boolean(),
      /** Prices no longer end as they did when it was submitted. */
      prices_changed: z.boolean(),
      /** The first of them. */
      lines: z.array(lapsedLineSchema),
    }),
    signers: z.array(signerSchema),
    /** In whose name the caller would sign; null: her own. */
    signs_for: z.string().nullable(),
    /** Why the caller may not sign what waits; null when she may, or nothing waits. */
    refusal: z.string().nullable(),
    /** What came of the submissions of the project, the latest first. */
    history: z.array(approvalSchema),
  })
  .meta({ id: 'SignatureState' });
export type SignatureState = z.infer<typeof signatureStateSchema>;

export const signedChangesSchema = z
  .object({
    /** The last validation; null: the whole plan is seen for the first time. */
    since: z.object({ label: z.string(), name: z.string(), at: instantSchema }).nullable(),
    line_count: countSchema,
    /** Lines whose price changes. */
    changed_count: countSchema,
    /** Products at 50 % or more. */
    deep_before: countSchema,
    deep_after: countSchema,
    /** « Marge après invendus »; null without the right to see costs, or demand. */
    merit_before: z.number().nullable(),
    merit_after: z.number().nullable(),
    currency: currencySchema,
    /** The lines that change most, by euros; the others are counted above. */
    data: z.array(
      z.object({
        discount_id: idSchema,
        item_group_id: z.string(),
        title: z.string().nullable(),
        before_pct: z.number(),
        after_pct: z.number(),
        stock_qty: z.number().nullable(),
        merit_change: z.number().nullable(),
      }),
    ),
  })
  .meta({ id: 'SignedChanges' });
export type SignedChanges = z.infer<typeof signedChangesSchema>;

export const submissionBody = z.strictObject({
  word: word.nullable().optional(),
  to_user_id: idSchema.nullable().optional(),
});
export const withdrawalBody = z.strictObject({ approval_id: idSchema });
export const signatureBody = z.strictObject({ approval_id: idSchema, word: word.nullable().optional() });
export const returnBody = z.strictObject({ approval_id: idSchema, word: word.min(1) });
