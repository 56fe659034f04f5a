import { pino } from 'pino';
import type { Config } from './config.ts';

export type Log = Pick<ReturnType<typeof pino>, 'debug' | 'info' | 'warn' | 'error'>;

/** Structured log on standard error; never a token, a password or a person's data. */
export function createLog(level: Config['log_level']): Log {
  return pino(
    { level, base: null, redact: ['*.authorization', '*.cookie', '*.password', '*.token'] },
    pino.destination({ dest: 2, sync: false }),
  );
}
