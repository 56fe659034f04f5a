/** A request names a field, operator, value or cursor that cannot be. The message is French and safe to show. */
export class InvalidQueryError extends Error {
  override readonly name: string = 'InvalidQueryError';
}

/** A cursor that is not ours, or that belongs to another sort: the caller starts again from the first page. */
export class InvalidCursorError extends InvalidQueryError {
  override readonly name = 'InvalidCursorError';
}

/** A long job was cancelled through its signal. */
export class CancelledError extends Error {
  override readonly name = 'CancelledError';
}

export const cancelled = (): CancelledError => new CancelledError('Opération annulée');

/** A customer's file cannot be read for a reason of its own. The message is French, in lower case, safe to show. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';
}

/** A fault of the machine, such as a full disk: the same work may succeed later. */
export function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && 'code' in error;
}

/** How DuckDB begins what it says: « Conversion Error: », « Out of Memory Error: »; or as its extensions throw it. */
const SAID_BY_DUCKDB = /^(?:([A-Z][\w-]*(?: [\w-]+){0,4} Error): |\{"exception_type":"([\w ]+)")/;

/** The kind of an error of DuckDB, whose message quotes statements and cells of files; null for any other error. */
export function duckdbKind(error: unknown): string | null {
  const found = error instanceof Error ? SAID_BY_DUCKDB.exec(error.message) : null;
  return found && (found[1] ?? `${found[2]} Error`);
}
