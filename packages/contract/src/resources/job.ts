import * as z from 'zod';
import { idSchema, instantSchema } from '../wire/common.ts';
import { JOB_STATUSES } from './import.ts';

export const JOB_KINDS = ['import', 'snapshot', 'optimization', 'rules', 'series'] as const;

/** A long task of the organisation, running or recent. */
export const jobSchema = z
  .object({
    _id: idSchema,
    kind: z.enum(JOB_KINDS),
    /** Id of the import or optimisation that it carries out. */
    subject_id: idSchema.nullable().optional(),
    project_id: idSchema.nullable(),
    /** French name of what is done. */
    label: z.string(),
    status: z.enum(JOB_STATUSES),
    stage: z.string().nullable(),
    progress: z.number().min(0).max(1),
    error: z.string().nullable(),
    created_by: z.string(),
    created_at: instantSchema,
    finished_at: instantSchema.nullable(),
  })
  .meta({ id: 'Job' });
export type Job = z.infer<typeof jobSchema>;
