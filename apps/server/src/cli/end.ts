import { StartError } from '../config.ts';
import { CopyRefused } from '../db/copy.ts';
import { isFullDisk } from '../db/faults.ts';
import { describeError } from '../log.ts';
import { BrokenArchive } from '../modules/system/backup/archive.ts';

/** Ends a command that failed: one sentence for what its caller can mend, the whole error for anything unexpected. */
export function endWith(error: unknown): void {
  process.exitCode = 1;
  console.error(isFullDisk(error) ? FULL_DISK : isKnown(error) ? error.message : describeError(error));
}

const FULL_DISK = 'Le disque est plein : faites de la place, puis recommencez.';

const isKnown = (error: unknown): error is Error =>
  error instanceof StartError || error instanceof BrokenArchive || error instanceof CopyRefused;
