import * as z from 'zod';
import { activitySchema } from '../resources/activity.ts';
import { idParams, idSchema, writeReceiptSchema } from '../wire/common.ts';
import { integerParam } from '../wire/query-params.ts';
import { defineRoutes } from '../wire/route.ts';

export const ACTIVITY_ROUTES = defineRoutes({
  'activity.list': {
    method: 'GET',
    path: '/projects/{id}/activity',
    summary: 'Le journal du projet, du plus récent au plus ancien.',
    tag: 'Projets',
    params: idParams,
    query: z.object({ size: integerParam(1, 200).optional(), after: z.string().max(200).optional() }),
    response: z.object({ data: z.array(activitySchema), cursor: z.string().nullable() }),
    permission: 'project',
    right: 'everyone',
    errors: ['not_found'],
    requirement: null,
  },
  'activity.undo': {
    method: 'POST',
    path: '/projects/{id}/activity/{activityId}/undo',
    summary: 'Défait une action du journal, sur les lignes que personne n’a changées depuis.',
    tag: 'Projets',
    params: z.object({ id: idSchema, activityId: idSchema }),
    response: writeReceiptSchema.extend({ conflict_count: z.int().optional() }),
    permission: 'project',
    right: ['canEditDiscounts', 'canSendPlans', 'canEditRules'],
    errors: ['not_found', 'conflict'],
    requirement: null,
  },
});
