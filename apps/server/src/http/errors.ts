/** A fault that the caller may know about: its sentence is French and safe to show. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly details: unknown;

  constructor(status: number, code: string, message: string, details?: unknown) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

export const notFound = (what: string) => new ApiError(404, 'not_found', `${what} est introuvable.`);
export const forbidden = (message = "Vous n'avez pas le droit de faire cela.") =>
  new ApiError(403, 'forbidden', message);
export const invalid = (message: string, details?: unknown) =>
  new ApiError(400, 'invalid_request', message, details);
export const conflict = (message: string, details?: unknown) =>
  new ApiError(409, 'conflict', message, details);
export const refused = (message: string, details?: unknown) => new ApiError(422, 'refused', message, details);
export const notImplemented = () =>
  new ApiError(501, 'not_implemented', "Cette fonction n'est pas encore disponible.");
