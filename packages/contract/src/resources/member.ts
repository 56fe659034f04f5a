import { ROLES } from '@palier/domain';
import * as z from 'zod';
import { idSchema, instantSchema } from '../wire/common.ts';

/** Somebody of the organisation. */
export const memberSchema = z
  .object({
    user_id: idSchema,
    name: z.string(),
    email: z.string(),
    role: z.enum(ROLES),
    /** What she may do beyond her role; choosing another role takes it back. */
    granted: z.array(z.string()),
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
  })
  .meta({ id: 'NewMember' });
export type NewMember = z.infer<typeof newMemberSchema>;

export const memberChangesSchema = newMemberSchema
  .omit({ email: true })
  .partial()
  .meta({ id: 'MemberChanges' });
export type MemberChanges = z.infer<typeof memberChangesSchema>;
