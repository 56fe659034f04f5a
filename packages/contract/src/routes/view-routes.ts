import { newViewSchema, viewChangesSchema, viewSchema } from '../resources/view.ts';
import { idParams, listOf, noContent } from '../wire/common.ts';
import { defineRoutes } from '../wire/route.ts';
import { withSeen } from '../wire/seen.ts';

export const VIEW_ROUTES = defineRoutes({
  'views.list': {
    method: 'GET',
    path: '/views',
    summary: 'Les vues partagées et celles de l’utilisateur.',
    tag: 'Vues',
    response: listOf(viewSchema),
    permission: 'member',
    right: 'everyone',
    errors: [],
    requirement: 'API-23',
  },
  'views.create': {
    method: 'POST',
    path: '/views',
    summary: 'Enregistre une vue.',
    tag: 'Vues',
    body: newViewSchema,
    response: viewSchema,
    status: 201,
    permission: 'member',
    right: 'everyone',
    errors: [],
    requirement: 'API-24',
  },
  'views.update': {
    method: 'PUT',
    path: '/views/{id}',
    summary: 'Modifie une vue.',
    tag: 'Vues',
    params: idParams,
    body: withSeen(viewChangesSchema),
    response: viewSchema,
    permission: 'view_editor',
    right: 'everyone',
    errors: ['not_found', 'changed_meanwhile'],
    requirement: 'API-25',
  },
  'views.delete': {
    method: 'DELETE',
    path: '/views/{id}',
    summary: 'Supprime une vue.',
    tag: 'Vues',
    params: idParams,
    response: noContent,
    status: 204,
    answer: 'none',
    permission: 'view_editor',
    right: 'everyone',
    errors: ['not_found', 'conflict'],
    requirement: 'API-26',
  },
});
