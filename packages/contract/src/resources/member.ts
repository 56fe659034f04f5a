import { ROLES } from '@palier/domain';
import * as z from 'zod';
import { idSchema, instantSchema } from '../wire/common.ts';

const namesSchema = z.array(z.string().min(1).max(200)).max(500);

/** What somebody reaches of the organisation: everything here must hold; an empty list narrows nothing. */
export const perimeterSchema = z
  .strictObject({
    project_groups: z.array(idSchema).max(200),
    fields: z.array(z.strictObject({ field: z.string().min(1).max(200), values: namesSchema })).max(8),
  })
  .meta({ id: 'Perimeter' });

/** Somebody of the organisation. */
export const memberSchema = z
  .object({
    user_id: idSchema,
    name: z.string(),
    email: z.string(),
    role: z.enum(ROLES),
    /** What she may do beyond her role; choosing another role takes it back. */
    granted: z.array(z.string()),
    /** null: the whole organisation. */
    perimeter: perimeterSchema.nullable(),
    created_at: instantSchema,
  })
  .meta({ id: 'Member' });
export type Member = z.infer<typeof memberSchema>;

/** Somebody to come: she is known by her e-mail, and bound to it when she first signs in. */
export const newMemberSchema = z
  .strictObject({
    email: z.email().max(200),
    name: z.string().trim().min(1).max(200),
    role: z.enum(ROLES),
    perimeter: perimeterSchema.nullable().optional(),
  })
  .meta({ id: 'NewMember' });
export type NewMember = z.infer<typeof newMemberSchema>;

export const memberChangesSchema = newMemberSchema
  .omit({ email: true })
  .partial()
  .meta({ id: 'MemberChanges' });
export type MemberChanges = z.infer<typeof memberChangesSchema>;
