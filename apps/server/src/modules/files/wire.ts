import { CancelledError, FileProblem } from '@palier/analytics';
import { ERROR_CODES, type ErrorCode } from '@palier/contract';
import { ApiError } from '../../http/errors.ts';

/** What the server asks a reader, one task at a time. */
export interface Ask {
  name: string;
  input: unknown;
}

/** What a reader says. */
export type Say =
  /** Once, at its start: what it writes bears its name until it is whole. */
  | { say: 'hello'; process_name: string }
  | { say: 'file'; name: string }
  | { say: 'progress'; stage: string; label: string; share: number }
  | { say: 'part'; part: unknown }
  | { say: 'done'; output: unknown; memory_bytes: number }
  | { say: 'failed'; failure: Failure };

/** An error as it travels: its class is found again on the other side. */
interface Failure {
  kind: 'api' | 'problem' | 'cancelled' | 'fault';
  message: string;
  code: string;
  stack: string;
}

export function failureOf(error: unknown): Failure {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  if (error instanceof ApiError) return { kind: 'api', message, code: error.code, stack };
  const kind =
    error instanceof FileProblem ? 'problem' : error instanceof CancelledError ? 'cancelled' : 'fault';
  return { kind, message, code: '', stack };
}

export function errorOf({ kind, message, code, stack }: Failure): Error {
  const known = ERROR_CODES.find((one): one is ErrorCode => one === code);
  if (kind === 'api' && known) return new ApiError(known, message);
  if (kind === 'problem') return new FileProblem(message);
  if (kind === 'cancelled') return new CancelledError(message);
  return Object.assign(new Error(message), { stack });
}
