/** Codes of the network that say that the database is away. */
const UNREACHED =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN)$/;
/**
 * Codes of PostgreSQL that say that it is stopping, full (of connections, its memory, its disk), a copy that only reads
 * after another took its place, or that it gave up a statement or a transaction that waited too long, or for another that
 * waited for it.
 */
const AWAY = /^(08...|57P0[123]|53[123]00|25006|25P0[34]|57014|40P01)$/;
/** What the driver says of a connection that ended; it gives no code. */
const ENDED =
  /^(Connection terminated|Client (has encountered a connection error|was closed)|timeout exceeded when trying)/;

/** The code of a fault of the system, the network or PostgreSQL; '' when it has none. */
export function codeOf(error: unknown): string {
  const hasCode = typeof error === 'object' && error !== null && 'code' in error;
  return hasCode && typeof error.code === 'string' ? error.code : '';
}

/** Whether a fault is that the database does not answer, so that the same call may succeed in a moment. */
export function isOutage(error: unknown): boolean {
  if (error instanceof AggregateError && error.errors.some(isOutage)) return true;
  return (
    error instanceof Error &&
    (UNREACHED.test(codeOf(error)) || AWAY.test(codeOf(error)) || ENDED.test(error.message))
  );
}

/** A disk or a share of it that has no room, as the system, PostgreSQL and DuckDB say it. */
const FULL = /^(ENOSPC|EDQUOT|53100)$/;
const FULL_SAID = /No space left on device|Disk quota exceeded/i;

/** The same as the files of the embedded database say it, by number alone: ENOSPC and EDQUOT of WASI. */
const FULL_NUMBERS: readonly unknown[] = [51, 19];

/** Whether a fault is that a disk has no room: it goes when somebody makes some. */
export const isFullDisk = (error: unknown): boolean =>
  isFullOfFiles(error) ||
  (error instanceof Error && (FULL.test(codeOf(error)) || FULL_SAID.test(error.message)));

function isFullOfFiles(error: unknown): boolean {
  const { name, errno } = Object(error) as { name?: unknown; errno?: unknown };
  return name === 'ErrnoError' && FULL_NUMBERS.includes(errno);
}

/** Whether an error was raised by the database about a statement: its message may quote what people wrote. */
export function isStatementFault(error: unknown): boolean {
  return error instanceof Error && 'severity' in error && /^[0-9A-Z]{5}$/.test(codeOf(error));
}
