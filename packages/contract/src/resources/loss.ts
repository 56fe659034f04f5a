import type { Loss } from '@palier/domain';
import * as z from 'zod';
import { countSchema } from '../wire/common.ts';
import type { Shape } from '../wire/shape.ts';

const amount = z.number();

const lossWarningSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['below_current', 'below_nothing']), amount }),
  z.object({ kind: z.literal('below_cost'), count: countSchema, added: countSchema }),
]);

/** A plan judged against doing nothing and the plan in force, on the same lines, to the project's end. */
export const lossSchema = z
  .object({
    /** Lines compared. */
    discount_count: countSchema,
    /** « Marge après invendus »: of the plan, of every price left as it is, of the plan in force. */
    profit_after_leftovers: amount,
    nothing_profit_after_leftovers: amount,
    current_profit_after_leftovers: amount,
    /** Products sold under their cost in some phase left: by the plan, by the plan in force, by the first alone. */
    below_cost_count: countSchema,
    current_below_cost_count: countSchema,
    added_below_cost_count: countSchema,
    /** Points under the plan in force from which a loss is said: the organisation's. */
    threshold_pct: z.number(),
    /** What must be said before the plan is applied; empty when it loses nothing. */
    warnings: z.array(lossWarningSchema),
  } satisfies Shape<Loss>)
  .meta({ id: 'Loss' });

/** From which fall of merit, in points of the plan in force's, a plan is said to lose. */
export const lossThresholdSchema = z
  .strictObject({ threshold_pct: z.number().min(0).max(100) })
  .meta({ id: 'LossThreshold' });
