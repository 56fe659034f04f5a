import { duckdbKind } from '@palier/analytics';
import { pino } from 'pino';
import type { Config } from './config.ts';
import { isStatementFault } from './db/faults.ts';

export type Log = Pick<ReturnType<typeof pino>, 'debug' | 'info' | 'warn' | 'error'>;

/** Structured log on standard error; never a token, a password or a person's data. */
export function createLog(level: Config['log_level'], to?: { write(line: string): void }): Log {
  return pino(
    {
      level,
      base: null,
      redact: ['*.authorization', '*.cookie', '*.password', '*.token'],
      serializers: { err: describeError },
    },
    to ?? pino.destination({ dest: 2, sync: false }),
  );
}

interface LoggedError {
  type: string;
  message?: string;
  stack?: string;
  cause?: LoggedError;
  [place: string]: unknown;
}

/** What PostgreSQL names when it refuses a statement: never its message, detail, query or values. */
const PLACES = ['code', 'schema', 'table', 'column', 'constraint', 'dataType', 'routine'] as const;

/** An error as the log has it: enough to find the fault, without what people wrote or who they are. */
export function describeError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  if (isStatementFault(error)) return { type: 'DatabaseError', ...placesOf(error), stack: framesOf(error) };
  const kind = duckdbKind(error);
  if (kind !== null) return { type: `DuckDB ${kind}`, ...placesOf(error), stack: framesOf(error) };
  return {
    type: error.name,
    ...placesOf(error),
    message: error.message,
    stack: framesOf(error),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}

function placesOf(error: Error): Record<string, unknown> {
  const all = Object.entries(error).filter(([name]) => PLACES.some((place) => place === name));
  return Object.fromEntries(all);
}

/** The stack without its first lines, which repeat the message. */
const framesOf = ({ stack = '', message }: Error): string =>
  stack
    .slice(message === '' ? 0 : Math.max(0, stack.indexOf(message)) + message.length)
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
