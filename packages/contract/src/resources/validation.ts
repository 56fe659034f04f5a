import { CHECK_STATES, VALIDATION_CHECKS, type ValidationCheck } from '@palier/domain';
import * as z from 'zod';
import { queryTreeSchema } from '../wire/query-tree.ts';
import type { Shape } from '../wire/shape.ts';

/** A line of the worked phase's check list. */
const validationCheckSchema = z
  .object({
    key: z.enum(VALIDATION_CHECKS),
    state: z.enum(CHECK_STATES),
    text: z.string(),
    detail: z.string().nullable(),
    filter: queryTreeSchema.nullable(),
  } satisfies Shape<ValidationCheck>)
  .meta({ id: 'ValidationCheck' });

/** The check list, and the version of the decisions and figures that it speaks of. */
export const validationChecksSchema = z
  .object({ version: z.int(), data: z.array(validationCheckSchema) })
  .meta({ id: 'ValidationChecks' });
