import { ROLES } from '@palier/domain';
import * as z from 'zod';
import { idSchema } from '../wire/common.ts';
import { perimeterSchema } from './member.ts';

export const meSchema = z
  .object({
    user_id: idSchema,
    permissions: z.record(z.string(), z.boolean()),
    /** What she is in the organisation: a named set of permissions. */
    role: z.enum(ROLES).optional(),
    /** What she reaches of the organisation; null: all of it. */
    perimeter: perimeterSchema.nullable().optional(),
    name: z.string().optional(),
    email: z.string().nullable().optional(),
    organization: z.object({ _id: idSchema, name: z.string() }).optional(),
  })
  .meta({ id: 'Me' });
