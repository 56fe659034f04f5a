import {
  mailChoiceChangesSchema,
  mailChoicesSchema,
  newsAnswerSchema,
  newsReadSchema,
} from '../resources/news.ts';
import { defineRoutes } from '../wire/route.ts';

/** What concerns the caller, on screen and by e-mail. */
export const NEWS_ROUTES = defineRoutes({
  'news.list': {
    method: 'GET',
    path: '/news',
    summary:
      'Ce qui concerne l’utilisateur connecté : les actes des autres sur ses lignes, ses calculs, ses données.',
    tag: 'Session',
    response: newsAnswerSchema,
    permission: 'member',
    right: 'everyone',
    errors: [],
    requirement: null,
  },
  'news.read': {
    method: 'PUT',
    path: '/news/read',
    summary: 'Marque des nouvelles comme lues, toutes sans `ids`, et rend la liste.',
    tag: 'Session',
    body: newsReadSchema,
    response: newsAnswerSchema,
    permission: 'member',
    right: 'everyone',
    errors: [],
    requirement: null,
  },
  'news.choices': {
    method: 'GET',
    path: '/news/choices',
    summary: 'Ce que l’utilisateur connecté reçoit par e-mail, sujet par sujet.',
    tag: 'Session',
    response: mailChoicesSchema,
    permission: 'member',
    right: 'everyone',
    errors: [],
    requirement: null,
  },
  'news.choose': {
    method: 'PUT',
    path: '/news/choices',
    summary: 'Choisit pour des sujets : rien, un e-mail aussitôt, ou le résumé du jour.',
    tag: 'Session',
    body: mailChoiceChangesSchema,
    response: mailChoicesSchema,
    permission: 'member',
    right: 'everyone',
    errors: [],
    requirement: null,
  },
});
