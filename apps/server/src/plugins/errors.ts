import { InvalidCursorError, InvalidQueryError } from '@palier/analytics';
import { type ErrorCode, errorBody } from '@palier/contract';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { isFullDisk, isOutage, isStatementFault } from '../db/faults.ts';
import { ApiError } from '../http/errors.ts';
import type { Log } from '../log.ts';
import { safetyHeaders } from './headers.ts';

/** Faults of the framework that the caller caused, by their code. */
const FRAMEWORK_FAULTS: Readonly<Record<string, [ErrorCode, string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['payload_too_large', 'La demande est trop volumineuse.'],
  FST_REQ_FILE_TOO_LARGE: ['payload_too_large', 'Le fichier est trop volumineux.'],
  FST_FILES_LIMIT: ['payload_too_large', 'Il y a trop de fichiers.'],
  FST_FIELDS_LIMIT: ['payload_too_large', 'Il y a trop de champs.'],
  FST_PARTS_LIMIT: ['payload_too_large', 'Il y a trop de parties.'],
  FST_PROTO_VIOLATION: ['invalid_request', 'Un champ joint porte un nom réservé.'],
  FST_MP_PREMATURE_CLOSE: ['invalid_request', "L'envoi est incomplet : rien n'en a été gardé."],
  FST_ERR_CTP_INVALID_JSON_BODY: ['invalid_request', "Le contenu n'est pas du JSON."],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['invalid_request', 'Le contenu est vide.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_file', "Ce type de contenu n'est pas accepté."],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['invalid_request', 'La demande est incomplète.'],
  FST_INVALID_MULTIPART_CONTENT_TYPE: ['unsupported_file', 'Envoyez les fichiers en multipart/form-data.'],
};

/** What the reader of multipart forms says of one that is cut short or malformed; it gives no code. */
const BROKEN_FORM =
  /^(Unexpected end of (multipart data|form|file)|Malformed part header|Part terminated early|Multipart: Boundary not found)/;

/** When a call that found the database or the process away may be made again. */
const RETRY_SECONDS = 5;

const FULL_DISK =
  'Le disque du serveur est plein : rien n’a été gardé. Prévenez qui l’administre, puis recommencez.';

/** PostgreSQL's code for a text that its type does not accept. */
const NOT_A_UUID = '22P02';

/** Answers an address that no route can have: it is refused before any route, hook or handler of faults. */
export function refuseAddress({ public_url }: Pick<Config, 'public_url'>) {
  return (_error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void => {
    reply.headers(safetyHeaders(public_url));
    reply.code(400).send(errorBody('invalid_request', 'Cette adresse n’est pas valide.'));
  };
}

/** Every fault becomes `{ error, code, details? }`; an unexpected error is a plain 500 with an id kept in the log. */
export function handleErrors(app: FastifyInstance, log: Log): void {
  app.setErrorHandler((error: FastifyError | ApiError, request, reply) => {
    const known = asApiError(error);
    if (known) {
      // What the database itself refuses to go on with, as a full disk, somebody must mend.
      const { url: route } = request.routeOptions;
      if (isOutage(error) && isStatementFault(error))
        log.warn({ err: error, route }, 'the database cannot answer now');
      else if (isFullDisk(error)) log.error({ err: error, route }, 'no room on the disk');
      const wait = retrySeconds(known);
      if (wait !== undefined) reply.header('retry-after', wait);
      return reply.code(known.status).send(errorBody(known.code, known.message, known.details));
    }
    log.error(
      { err: error, request_id: request.id, method: request.method, route: request.routeOptions.url },
      'unexpected error',
    );
    const sentence = `Une erreur inconnue s'est produite (référence ${request.id}).`;
    return reply.code(500).send(errorBody('internal', sentence, { request_id: request.id }));
  });
}

const waiting = z.object({ retry_seconds: z.number() });

function retrySeconds({ status, details }: ApiError): number | undefined {
  if (status === 503) return RETRY_SECONDS;
  return waiting.safeParse(details).data?.retry_seconds;
}

function asApiError(error: FastifyError | ApiError): ApiError | null {
  if (error instanceof ApiError) return error;
  if (isFullDisk(error)) return new ApiError('unavailable', FULL_DISK);
  if (isOutage(error)) return new ApiError('unavailable');
  if (error instanceof InvalidCursorError) return new ApiError('invalid_cursor');
  if (error instanceof InvalidQueryError) return new ApiError('invalid_query', error.message);
  // An id that cannot be one of ours names nothing.
  if (error.code === NOT_A_UUID && error.message.includes('uuid')) return new ApiError('not_found');
  if (BROKEN_FORM.test(error.message)) {
    return new ApiError('invalid_request', "L'envoi est incomplet ou mal formé : rien n'en a été gardé.");
  }
  const fault = FRAMEWORK_FAULTS[error.code];
  if (fault) return new ApiError(...fault);
  if (error.statusCode === 429) return new ApiError('too_many_requests');
  return null;
}
