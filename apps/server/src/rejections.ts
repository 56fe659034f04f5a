import process from 'node:process';
import type { Log } from './log.ts';

/**
 * A rejected promise that nothing awaits is a fault of ours in one request: it is logged whole, and the others
 * go on being served, since what a request changes is in a transaction of its own. Node's default would stop everybody.
 */
export function surviveRejections(log: Log): void {
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'rejection that nobody awaited'));
}
