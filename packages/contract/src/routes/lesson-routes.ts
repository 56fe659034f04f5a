import { lessonChangesSchema, lessonSchema, newLessonSchema } from '../resources/lesson.ts';
import { idParams, listOf, noContent } from '../wire/common.ts';
import { defineRoutes } from '../wire/route.ts';
import { onlySeen, withSeen } from '../wire/seen.ts';

/** What was learnt from operations, for the next ones of their kind. */
export const LESSON_ROUTES = defineRoutes({
  'lessons.list': {
    method: 'GET',
    path: '/lessons',
    summary: 'Les leçons gardées des opérations, la dernière d’abord.',
    tag: 'Leçons',
    response: listOf(lessonSchema),
    permission: 'member',
    right: 'everyone',
    errors: [],
    requirement: null,
  },
  'lessons.create': {
    method: 'POST',
    path: '/lessons',
    summary: 'Garde une leçon d’une opération, proposée à la création de la prochaine du même genre.',
    tag: 'Leçons',
    body: newLessonSchema,
    response: lessonSchema,
    status: 201,
    permission: 'member',
    right: 'canEditProjects',
    errors: ['not_found', 'refused'],
    requirement: null,
  },
  'lessons.update': {
    method: 'PUT',
    path: '/lessons/{id}',
    summary: 'Modifie une leçon.',
    tag: 'Leçons',
    params: idParams,
    body: withSeen(lessonChangesSchema),
    response: lessonSchema,
    permission: 'member',
    right: 'canEditProjects',
    errors: ['not_found', 'refused', 'changed_meanwhile'],
    requirement: null,
  },
  'lessons.delete': {
    method: 'DELETE',
    path: '/lessons/{id}',
    summary: 'Supprime une leçon ; ce que des projets en ont repris reste.',
    tag: 'Leçons',
    params: idParams,
    body: onlySeen(lessonChangesSchema),
    body_optional: true,
    response: noContent,
    status: 204,
    answer: 'none',
    permission: 'member',
    right: 'canEditProjects',
    errors: ['not_found', 'changed_meanwhile'],
    requirement: null,
  },
});
