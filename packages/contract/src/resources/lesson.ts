import { DISCOUNT_STEPS } from '@palier/domain';
import * as z from 'zod';
import { currencySchema, idSchema, instantSchema, nameSchema, pointsSchema } from '../wire/common.ts';
import { MAX_RULES, setRuleSchema } from './rule.ts';

/** What a lesson gives the next operation of its kind; note: something to do, which sets nothing. */
const lessonSetsSchema = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('note') }),
    z.strictObject({
      kind: z.literal('levels'),
      discount_pct_range: z.array(pointsSchema).min(1).max(21),
      discount_step: z.literal(DISCOUNT_STEPS),
    }),
    z.strictObject({
      kind: z.literal('budget'),
      /** Most that the discounts of a phase may cost, in the currency of the catalogue. */
      discount_budget: z.number().min(0),
      currency: currencySchema,
    }),
    z.strictObject({ kind: z.literal('rules'), rules: z.array(setRuleSchema).min(1).max(MAX_RULES) }),
  ])
  .meta({ id: 'LessonSets' });
export type LessonSets = z.infer<typeof lessonSetsSchema>;

const editableLesson = z.strictObject({
  name: nameSchema,
  /** What it was learnt from, in words. */
  reason: z.string().trim().max(2000).nullable(),
  sets: lessonSetsSchema,
});

export const newLessonSchema = editableLesson
  .extend({
    operation: nameSchema,
    /** null: of the whole operation. */
    project_id: idSchema.nullable(),
  })
  .meta({ id: 'NewLesson' });
export type NewLesson = z.infer<typeof newLessonSchema>;
export const lessonChangesSchema = editableLesson.partial().meta({ id: 'LessonChanges' });
export type LessonChanges = z.infer<typeof lessonChangesSchema>;

/** Something learnt from an operation, for the next one of its kind. */
export const lessonSchema = newLessonSchema
  .strip()
  .extend({
    _id: idSchema,
    user_name: z.string(),
    created_at: instantSchema,
    /** Last change; null when there was none. */
    updated_at: instantSchema.nullable(),
  })
  .meta({ id: 'Lesson' });
export type Lesson = z.infer<typeof lessonSchema>;
