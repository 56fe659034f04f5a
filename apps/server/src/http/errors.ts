import { ERRORS, type ErrorCode, errorBody } from '@palier/contract';

/** A fault that the caller may know about: its code gives the status, its sentence is French and safe to show. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: ErrorCode;
  readonly details: unknown;

  constructor(code: ErrorCode, message?: string, details?: unknown) {
    super(message ?? ERRORS[code].message);
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

export const notFound = (what: string) => new ApiError('not_found', `${what} est introuvable.`);
export const conflict = (message: string, details?: unknown) => new ApiError('conflict', message, details);
export const refused = (message: string, details?: unknown) => new ApiError('refused', message, details);
export const invalid = (message: string, details?: unknown) =>
  new ApiError('invalid_request', message, details);

/** What an address that names nothing answers. */
export const NO_SUCH_ADDRESS = errorBody('not_found', "Cette adresse n'existe pas.");
