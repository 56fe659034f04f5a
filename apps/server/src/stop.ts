import type { Server, ServerResponse } from 'node:http';
import process from 'node:process';

/** What closing the stores may take once every request is answered. */
const CLOSE_LIMIT_MS = 10_000;
/** A terminal and npm each pass the same Ctrl-C on: signals so close together are one. */
const ONE_KEY_MS = 1_000;

/** The answers that a server owes at this moment. */
export type OpenAnswers = ReadonlySet<ServerResponse>;

/** Counts what a server is answering, streams and sign-in included; to be called before it listens. */
export function countOpenAnswers(server: Server): OpenAnswers {
  const open = new Set<ServerResponse>();
  server.on('request', (_request, response) => {
    open.add(response);
    response.once('close', () => open.delete(response));
  });
  return open;
}

/**
 * Lets the running requests end, each with its connection; those that came since are refused by the application.
 * @returns how many were still open when the limit passed.
 */
export async function finishAnswers(server: Server, open: OpenAnswers, limit_ms: number): Promise<number> {
  for (const response of open) if (!response.headersSent) response.shouldKeepAlive = false;
  server.closeIdleConnections();
  const end = performance.now() + limit_ms;
  while (open.size > 0 && performance.now() < end) await wait(20);
  return open.size;
}

/**
 * Ends the process in order at Ctrl-C, a service manager's stop or a closed terminal, with 0 when `stop` says that
 * everything ended in time and 1 otherwise. A second Ctrl-C ends it at once.
 */
export function stopOnSignal(stop: () => Promise<boolean>, limit_ms: number): void {
  let asked_at: number | null = null;
  const onSignal = (signal: NodeJS.Signals) => {
    if (asked_at === null) {
      asked_at = performance.now();
      setTimeout(() => process.exit(1), limit_ms + CLOSE_LIMIT_MS).unref();
      void stop()
        .catch(() => false)
        .then((inTime) => process.exit(inTime ? 0 : 1));
    } else if (signal === 'SIGINT' && performance.now() - asked_at > ONE_KEY_MS) process.exit(130);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
