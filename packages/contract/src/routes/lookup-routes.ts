import * as z from 'zod';
import { fieldDescriptionSchema, fieldQuery, itemCountsSchema, termSchema } from '../resources/field.ts';
import {
  inventorySchema,
  orderPeriodSchema,
  priceListSchema,
  salesLocationSchema,
} from '../resources/lookup.ts';
import { daySchema, idParams, idSchema, listOf } from '../wire/common.ts';
import { jsonParam } from '../wire/query-params.ts';
import { queryTreeSchema } from '../wire/query-tree.ts';
import { defineRoutes } from '../wire/route.ts';

const fieldParams = z.object({ id: idSchema, field: z.string().min(1).max(200) });
const fieldErrors = ['not_found', 'invalid_query', 'snapshot_missing', 'timeout'] as const;

/** What projects and filters choose from. */
export const LOOKUP_ROUTES = defineRoutes({
  'fields.list': {
    method: 'GET',
    path: '/projects/{id}/fields',
    summary: 'Les champs du projet : le catalogue et les attributs de l’enseigne.',
    tag: 'Référentiels',
    params: idParams,
    response: listOf(fieldDescriptionSchema),
    permission: 'project',
    right: 'everyone',
    errors: ['not_found'],
    requirement: 'API-08',
  },
  'fields.terms': {
    method: 'GET',
    path: '/projects/{id}/fields/{field}',
    summary: 'Les valeurs d’un champ, avec leur nombre de produits.',
    tag: 'Référentiels',
    params: fieldParams,
    query: fieldQuery,
    response: listOf(termSchema),
    permission: 'project',
    right: 'everyone',
    errors: fieldErrors,
    requirement: 'API-09',
  },
  'fields.count': {
    method: 'GET',
    path: '/projects/{id}/fields/{field}/count',
    summary: 'Combien de produits et de variantes une requête prend.',
    tag: 'Référentiels',
    params: fieldParams,
    query: fieldQuery,
    response: itemCountsSchema,
    permission: 'project',
    right: 'everyone',
    errors: fieldErrors,
    requirement: 'API-10',
  },
  'inventories.list': {
    method: 'GET',
    path: '/inventories',
    summary: 'Les lieux de stock.',
    tag: 'Référentiels',
    response: listOf(inventorySchema),
    permission: 'member',
    right: 'everyone',
    errors: [],
    requirement: 'API-42',
  },
  'orders.periods': {
    method: 'GET',
    path: '/orders/periods',
    summary: 'Les mois où des commandes sont attendues, à partir d’un jour (sinon, celui des données).',
    tag: 'Référentiels',
    query: z.object({ date: daySchema.optional() }),
    response: listOf(orderPeriodSchema),
    permission: 'member',
    right: 'everyone',
    errors: [],
    requirement: 'API-43',
  },
  'sales.locations': {
    method: 'GET',
    path: '/sales/locations',
    summary: 'Les lieux de vente, d’un pays si l’on en donne un.',
    tag: 'Référentiels',
    query: z.object({ country: z.string().max(100).optional() }),
    response: listOf(salesLocationSchema),
    permission: 'member',
    right: 'everyone',
    errors: [],
    requirement: 'API-44',
  },
  'price_lists.list': {
    method: 'GET',
    path: '/priceLists',
    summary: 'Les listes de prix.',
    tag: 'Référentiels',
    response: listOf(priceListSchema),
    permission: 'member',
    right: 'everyone',
    errors: [],
    requirement: 'API-45',
  },
  'items.fields': {
    method: 'GET',
    path: '/items/fields',
    summary:
      'Les champs sur lesquels choisir des produits de l’entrepôt, comptés parmi ceux en vente à une date.',
    tag: 'Référentiels',
    query: z.object({ date: daySchema.optional() }),
    response: listOf(fieldDescriptionSchema),
    permission: 'member',
    right: 'everyone',
    errors: [],
    requirement: 'API-46',
  },
  'items.count': {
    method: 'GET',
    path: '/items',
    summary:
      'Combien de produits et de variantes de l’entrepôt une requête prend, parmi ceux en vente à une date ; ceux que le contrôle de la qualité écarte sont comptés à part.',
    tag: 'Référentiels',
    query: z.object({ query: jsonParam(queryTreeSchema).optional(), date: daySchema.optional() }),
    response: itemCountsSchema,
    permission: 'member',
    right: 'everyone',
    errors: ['invalid_query', 'timeout'],
    requirement: 'API-47',
  },
});
