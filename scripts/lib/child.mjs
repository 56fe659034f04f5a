// Runs a program as this one's only work: signals pass on to it, and its end is ours.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import process from 'node:process';

/**
 * Waits for a program to end and ends with its code, or with 128 and the signal's number as a shell does.
 * A terminal's Ctrl-C reaches the program by itself too: signals so close together are one to it.
 */
export function runChild(command, args, options) {
  const child = spawn(command, args, { ...options, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    console.error(error.message);
    process.exit(1);
  });
  child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1)));
}
