import { InvalidQueryError } from '@palier/analytics';
import type { FastifyError, FastifyInstance } from 'fastify';
import { ApiError } from '../http/errors.ts';
import type { Log } from '../log.ts';

/** Faults of the framework that the caller caused, by their code. */
const FRAMEWORK_FAULTS: Readonly<Record<string, { status: number; code: string; message: string }>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { status: 413, code: 'too_large', message: 'La demande est trop volumineuse.' },
  FST_REQ_FILE_TOO_LARGE: { status: 413, code: 'too_large', message: 'Le fichier est trop volumineux.' },
  FST_FILES_LIMIT: { status: 413, code: 'too_large', message: 'Il y a trop de fichiers.' },
  FST_ERR_CTP_INVALID_JSON_BODY: {
    status: 400,
    code: 'invalid_request',
    message: "Le contenu n'est pas du JSON.",
  },
  FST_ERR_CTP_EMPTY_JSON_BODY: { status: 400, code: 'invalid_request', message: 'Le contenu est vide.' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    status: 415,
    code: 'invalid_request',
    message: "Ce type de contenu n'est pas accepté.",
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    status: 400,
    code: 'invalid_request',
    message: 'La demande est incomplète.',
  },
  FST_INVALID_MULTIPART_CONTENT_TYPE: {
    status: 415,
    code: 'invalid_request',
    message: 'Envoyez les fichiers en multipart/form-data.',
  },
};

/** Every fault becomes `{ error, code, details? }`; what nobody foresaw is a plain 500 with an id kept in the log. */
export function handleErrors(app: FastifyInstance, log: Log): void {
  app.setErrorHandler((error: FastifyError | ApiError, request, reply) => {
    const known = asApiError(error);
    if (known) {
      const { status, code, message, details } = known;
      return reply.code(status).send({ error: message, code, ...(details === undefined ? {} : { details }) });
    }
    log.error(
      { err: error, request_id: request.id, method: request.method, route: request.routeOptions.url },
      'unexpected error',
    );
    return reply.code(500).send({
      error: `Une erreur inattendue s'est produite (référence ${request.id}).`,
      code: 'unexpected',
      details: { request_id: request.id },
    });
  });
}

function asApiError(error: FastifyError | ApiError): ApiError | null {
  if (error instanceof ApiError) return error;
  if (error instanceof InvalidQueryError) return new ApiError(400, 'invalid_query', 'Requête non valide');
  const fault = FRAMEWORK_FAULTS[error.code];
  if (fault) return new ApiError(fault.status, fault.code, fault.message);
  if (error.statusCode === 429)
    return new ApiError(429, 'too_many_requests', 'Trop de demandes : patientez un instant.');
  return null;
}
