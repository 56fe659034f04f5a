import { FIGURES_TO_COME } from '@palier/domain';
import * as z from 'zod';

interface ErrorDefinition {
  status: number;
  /** What the user reads; a server may say it more precisely. */
  message: string;
  /** Whether it deserves someone's attention beside the user's: logged as an error, counted. */
  alert: boolean;
}

/** Every error the API answers, once. The code is stable; the status and sentence go with it. */
export const ERRORS = {
  invalid_request: { status: 400, message: 'La demande n’est pas valide.', alert: false },
  invalid_query: { status: 400, message: 'Requête non valide', alert: false },
  invalid_cursor: {
    status: 400,
    message: 'La suite de la liste n’est plus disponible : actualisez.',
    alert: false,
  },
  unauthenticated: { status: 401, message: 'Votre session a expiré : reconnectez-vous.', alert: false },
  forbidden: { status: 403, message: 'Vous n’avez pas le droit de faire cela.', alert: false },
  not_found: { status: 404, message: 'Élément introuvable.', alert: false },
  conflict: { status: 409, message: 'Cette action n’est pas possible dans l’état actuel.', alert: false },
  stale_version: {
    status: 409,
    message: 'Cette ligne a été modifiée entre-temps par quelqu’un d’autre.',
    alert: false,
  },
  changed_meanwhile: {
    status: 409,
    message: 'Quelqu’un d’autre a modifié cela entre-temps : rien n’est enregistré.',
    alert: false,
  },
  snapshot_missing: { status: 409, message: FIGURES_TO_COME, alert: false },
  rules_processing: { status: 409, message: 'Les règles sont en cours d’application.', alert: false },
  payload_too_large: { status: 413, message: 'Le fichier ou la demande est trop volumineux.', alert: false },
  unsupported_file: { status: 415, message: 'Ce type de fichier n’est pas reconnu.', alert: false },
  refused: { status: 422, message: 'Cette action est refusée.', alert: false },
  discount_refused: {
    status: 422,
    message: 'Cette démarque n’est pas permise pour ce produit.',
    alert: false,
  },
  invalid_file: { status: 422, message: 'Le fichier n’a pas pu être lu.', alert: false },
  infeasible: { status: 422, message: 'Les contraintes ne peuvent pas être tenues ensemble.', alert: false },
  too_many_requests: { status: 429, message: 'Trop de demandes : patientez un instant.', alert: false },
  internal: { status: 500, message: 'Une erreur inconnue s’est produite.', alert: true },
  not_implemented: { status: 501, message: 'Cette fonction n’est pas encore disponible.', alert: false },
  unavailable: { status: 503, message: 'Le service est momentanément indisponible.', alert: true },
  facts_missing: {
    status: 503,
    message: 'Les données de ce projet manquent sur le disque du serveur.',
    alert: true,
  },
  timeout: { status: 503, message: 'La réponse prend trop de temps : affinez la demande.', alert: true },
} as const satisfies Record<string, ErrorDefinition>;

export type ErrorCode = keyof typeof ERRORS;
export const ERROR_CODES = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]];

export const errorBodySchema = z
  .object({
    /** French sentence for the user. */
    error: z.string().min(1),
    code: z.enum(ERROR_CODES),
    details: z.unknown().optional(),
  })
  .meta({ id: 'Error', description: 'Toute réponse 4xx ou 5xx.' });
export type ErrorBody = z.infer<typeof errorBodySchema>;

/** The body of an error, with its usual sentence unless a more precise one is given. */
export function errorBody(code: ErrorCode, message?: string, details?: unknown): ErrorBody {
  const error = message ?? ERRORS[code].message;
  return details === undefined ? { error, code } : { error, code, details };
}
