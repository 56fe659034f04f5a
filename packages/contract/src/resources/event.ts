import * as z from 'zod';
import { idSchema } from '../wire/common.ts';
import { JOB_STATUSES } from './import.ts';

/** The stream of a project begins: the version of its decisions, every later one of which is told. */
export const openedEventSchema = z.object({ project_id: idSchema, version: z.int() });

/** Lines of a project changed. */
export const discountsEventSchema = z.object({
  project_id: idSchema,
  version: z.int(),
  /** Lines that changed; null when they are too many to name. */
  ids: z.array(idSchema).nullable(),
  user_id: idSchema,
  user_name: z.string().optional(),
  activity_id: idSchema.nullable(),
});

/** An import, a snapshot or an optimisation moved on. */
export const jobEventSchema = z.object({
  _id: idSchema,
  project_id: idSchema.nullable().optional(),
  status: z.enum(JOB_STATUSES),
  stage: z.string().nullable().optional(),
  progress: z.number().min(0).max(1),
  error: z.string().nullable().optional(),
});

/** A project was created, changed or deleted. */
export const projectEventSchema = z.object({
  project_id: idSchema,
  change: z.enum(['created', 'updated', 'deleted']),
});

/** Something that concerns the listener is new, or was read elsewhere; sent to her alone. */
export const newsEventSchema = z.object({});

/** How far an act of the listener's on very many lines has come; sent to her alone, once it lasts. */
export const actEventSchema = z.object({
  project_id: idSchema,
  kind: z.enum(['edit', 'undo', 'plan', 'goal']),
  line_count: z.int(),
  /** 1: it is over, done or not. */
  share: z.number().min(0).max(1),
});

/** What GET /events sends, by the event's name. */
export const EVENT_SCHEMAS = {
  opened: openedEventSchema,
  discounts: discountsEventSchema,
  import: jobEventSchema,
  snapshot: jobEventSchema,
  optimization: jobEventSchema,
  project: projectEventSchema,
  news: newsEventSchema,
  act: actEventSchema,
} as const;
export type EventName = keyof typeof EVENT_SCHEMAS;
export type EventData<N extends EventName> = z.infer<(typeof EVENT_SCHEMAS)[N]>;
