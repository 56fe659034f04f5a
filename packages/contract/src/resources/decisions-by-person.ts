import * as z from 'zod';
import { instantSchema } from '../wire/common.ts';

/** Whether post-mortems say who decided against the recommendation; who said so last, and when. */
export const decisionsByPersonSchema = z
  .object({ on: z.boolean(), changed_by: z.string().nullable(), changed_at: instantSchema.nullable() })
  .meta({ id: 'DecisionsByPerson' });
export type DecisionsByPerson = z.infer<typeof decisionsByPersonSchema>;
