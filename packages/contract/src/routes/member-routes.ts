import { memberChangesSchema, memberSchema, newMemberSchema } from '../resources/member.ts';
import { idParams, listOf, noContent } from '../wire/common.ts';
import { defineRoutes } from '../wire/route.ts';
import { onlySeen, withSeen } from '../wire/seen.ts';

/** The people of the organisation, and what each may do. */
export const MEMBER_ROUTES = defineRoutes({
  'members.list': {
    method: 'GET',
    path: '/members',
    summary: 'Les membres de l’organisation et leurs rôles.',
    tag: 'Membres',
    response: listOf(memberSchema),
    permission: 'member',
    right: 'canManageMembers',
    errors: [],
    requirement: null,
  },
  'members.add': {
    method: 'POST',
    path: '/members',
    summary: 'Ajoute quelqu’un par son adresse ; elle est reconnue à sa première connexion.',
    tag: 'Membres',
    body: newMemberSchema,
    response: memberSchema,
    status: 201,
    permission: 'member',
    right: 'canManageMembers',
    errors: ['refused'],
    requirement: null,
  },
  'members.update': {
    method: 'PUT',
    path: '/members/{id}',
    summary: 'Change le nom, le rôle ou le périmètre d’un membre.',
    tag: 'Membres',
    params: idParams,
    body: withSeen(memberChangesSchema),
    response: memberSchema,
    permission: 'member',
    right: 'canManageMembers',
    errors: ['not_found', 'refused', 'changed_meanwhile'],
    requirement: null,
  },
  'members.remove': {
    method: 'DELETE',
    path: '/members/{id}',
    summary: 'Retire quelqu’un de l’organisation ; le journal garde son nom.',
    tag: 'Membres',
    params: idParams,
    body: onlySeen(memberChangesSchema),
    body_optional: true,
    response: noContent,
    status: 204,
    answer: 'none',
    permission: 'member',
    right: 'canManageMembers',
    errors: ['not_found', 'refused', 'changed_meanwhile'],
    requirement: null,
  },
});
