import * as z from 'zod';
import { countSchema, idSchema, instantSchema } from '../wire/common.ts';

/** What happens to the signature of a phase; it changes no line. */
export const APPROVAL_KINDS = ['submitted', 'withdrawn', 'returned', 'signed', 'lapsed'] as const;

export const ACTIVITY_KINDS = [
  'discount',
  'inclusion',
  'goal',
  'review',
  'optimization',
  'rules',
  'import',
  'sync',
  ...APPROVAL_KINDS,
  'departed',
  'phase',
  'reopening',
  'project',
  'undo',
  'comment',
] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

/** One thing that someone did to a project, with what it takes to undo it. */
export const activitySchema = z
  .object({
    activity_id: idSchema,
    project_id: idSchema,
    kind: z.enum(ACTIVITY_KINDS),
    date: instantSchema,
    user_id: idSchema,
    user_name: z.string(),
    /** French sentence. */
    description: z.string().nullable(),
    comment: z.string().nullable().optional(),
    /** Lines touched. */
    discount_count: countSchema,
    /** The entry that undid this one. */
    undone_by: idSchema.nullable(),
    can_undo: z.boolean(),
    /** part: it touched lines out of the caller's perimeter too, which she may not change. */
    reach: z.enum(['part', 'whole']),
  })
  .meta({ id: 'Activity' });
/** What of an act tells whether it can be undone. */
export const undoableActSchema = activitySchema.pick({
  ...{ activity_id: true, kind: true, undone_by: true, can_undo: true, reach: true },
});
export type Activity = z.infer<typeof activitySchema>;
