import * as z from 'zod';
import { projectGroupBody, projectGroupSchema } from '../resources/project.ts';
import { idParams, idSchema, listOf, noContent } from '../wire/common.ts';
import { defineRoutes } from '../wire/route.ts';
import { withSeen } from '../wire/seen.ts';

/** Groups of projects, and the people who may lead one. */
export const GROUP_ROUTES = defineRoutes({
  'project_groups.list': {
    method: 'GET',
    path: '/project-groups',
    summary: 'Les groupes de projets, avec leurs projets et celui qui mène.',
    tag: 'Projets',
    response: listOf(projectGroupSchema),
    permission: 'member',
    right: 'everyone',
    errors: [],
    requirement: null,
  },
  'project_groups.create': {
    method: 'POST',
    path: '/project-groups',
    summary: 'Crée un groupe ; ses projets quittent leur ancien groupe.',
    tag: 'Projets',
    body: projectGroupBody,
    response: projectGroupSchema,
    status: 201,
    permission: 'member',
    covers: 'organization',
    right: 'canEditProjects',
    errors: ['forbidden', 'not_found', 'refused'],
    requirement: null,
  },
  'project_groups.update': {
    method: 'PUT',
    path: '/project-groups/{id}',
    summary: 'Change le nom d’un groupe, ses projets ou celui qui mène.',
    tag: 'Projets',
    params: idParams,
    body: withSeen(projectGroupBody),
    response: projectGroupSchema,
    permission: 'member',
    covers: 'organization',
    right: 'canEditProjects',
    errors: ['forbidden', 'not_found', 'refused', 'changed_meanwhile'],
    requirement: null,
  },
  'project_groups.delete': {
    method: 'DELETE',
    path: '/project-groups/{id}',
    summary: 'Défait un groupe ; ses projets restent, sans groupe.',
    tag: 'Projets',
    params: idParams,
    response: noContent,
    status: 204,
    answer: 'none',
    permission: 'member',
    covers: 'organization',
    right: 'canEditProjects',
    errors: ['forbidden', 'not_found'],
    requirement: null,
  },
  'people.list': {
    method: 'GET',
    path: '/people',
    summary: 'Les personnes de l’organisation, par leur nom.',
    tag: 'Session',
    response: listOf(z.object({ _id: idSchema, name: z.string() })),
    permission: 'member',
    right: 'everyone',
    errors: [],
    requirement: null,
  },
});
