import * as z from 'zod';
import {
  fileInspectionSchema,
  importFormSchema,
  importSchema,
  qualityActionSchema,
} from '../resources/import.ts';
import { fileContent, idParams, idSchema, listOf } from '../wire/common.ts';
import { integerParam } from '../wire/query-params.ts';
import { defineRoutes } from '../wire/route.ts';

/** The retailer's files, into the organisation's warehouse. */
export const IMPORT_ROUTES = defineRoutes({
  'imports.create': {
    method: 'POST',
    path: '/imports',
    summary: 'Importe des fichiers (produits, ventes, stocks, prix, commandes, lieux).',
    tag: 'Imports',
    body: importFormSchema,
    body_optional: true,
    multipart: true,
    response: importSchema,
    status: 202,
    permission: 'member',
    errors: ['invalid_file', 'payload_too_large', 'unsupported_file'],
    requirement: null,
  },
  'imports.inspect': {
    method: 'POST',
    path: '/imports/inspect',
    summary: 'Lit les titres et les premières lignes de fichiers, sans rien importer.',
    tag: 'Imports',
    body: importFormSchema,
    body_optional: true,
    multipart: true,
    response: listOf(fileInspectionSchema),
    permission: 'member',
    errors: ['invalid_file', 'payload_too_large', 'unsupported_file'],
    requirement: null,
  },
  'imports.list': {
    method: 'GET',
    path: '/imports',
    summary: 'Les imports de l’organisation, du plus récent au plus ancien.',
    tag: 'Imports',
    response: listOf(importSchema),
    permission: 'member',
    errors: [],
    requirement: null,
  },
  'imports.get': {
    method: 'GET',
    path: '/imports/{id}',
    summary: 'L’avancement d’un import et son rapport.',
    tag: 'Imports',
    params: idParams,
    response: importSchema,
    permission: 'member',
    errors: ['not_found'],
    requirement: null,
  },
  'imports.rejected_rows': {
    method: 'GET',
    path: '/imports/{id}/rejected-rows',
    summary: 'Les lignes refusées d’un fichier de l’import, à corriger et à renvoyer.',
    tag: 'Imports',
    params: idParams,
    query: z.object({
      /** Which of the report's error_files, from 0. */
      file: integerParam(0, 999).optional(),
    }),
    response: fileContent,
    answer: 'file',
    permission: 'member',
    errors: ['not_found'],
    requirement: null,
  },
  'imports.decide_quality': {
    method: 'PUT',
    path: '/imports/{id}/quality/{code}',
    summary:
      'Exclut ou accepte ce qu’un contrôle de la qualité a trouvé ; vaut aussi pour les imports suivants.',
    tag: 'Imports',
    params: z.object({ id: idSchema, code: z.string().max(60) }),
    body: qualityActionSchema,
    response: importSchema,
    permission: 'member',
    errors: ['not_found', 'invalid_request'],
    requirement: null,
  },
  'imports.cancel': {
    method: 'DELETE',
    path: '/imports/{id}',
    summary: 'Arrête un import en cours ; les données d’avant restent servies.',
    tag: 'Imports',
    params: idParams,
    response: importSchema,
    permission: 'member',
    errors: ['not_found', 'conflict'],
    requirement: null,
  },
});
