import type { LessonSets } from '@palier/contract';
import type { Json, NullableTime, Time } from './column-types.ts';

export interface LessonTable {
  organization_id: string;
  lesson_id: string;
  operation: string;
  /** Where it was learnt, or null; a project deleted since leaves its lessons. */
  project_id: string | null;
  name: string;
  reason: string | null;
  sets: Json<LessonSets>;
  user_name: string;
  created_at: Time;
  updated_at: NullableTime;
}
