import { fr } from '../fr.ts';

/** An answer of the API that is not a success, or no answer at all (`status` 0). */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  /** Stable code of the server's error list; 'network' when there was no answer, 'unknown' without a code. */
  readonly code: string;
  readonly details: unknown;

  constructor(message: string, status: number, code: string, details?: unknown) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** Reads the body `{ error, code, details? }` of a failed answer; a body of another shape gives the unknown error. */
export async function apiErrorOf(response: Response): Promise<ApiError> {
  let body: unknown = null;
  try {
    body = await response.json();
  } catch {
    // An empty or non-JSON body (a proxy's page) says nothing useful to the user.
  }
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const message = typeof fields.error === 'string' && fields.error !== '' ? fields.error : fr.errors.unknown;
  const code = typeof fields.code === 'string' ? fields.code : 'unknown';
  return new ApiError(message, response.status, code, fields.details);
}

/** The French sentence to show for anything thrown. */
export function errorMessage(error: unknown): string {
  return error instanceof ApiError ? error.message : fr.errors.unknown;
}
