import { FileProblem } from '../errors.ts';

/** What DuckDB says of a file that it cannot read, whatever the day; not of a full disk or of a fault of ours. */
const OF_THE_FILE =
  /^(Invalid Input|Invalid|Conversion|Out of Range|Serialization) Error|TProtocolException|Snappy|ZSTD|[Dd]ecompress/;
const OUT_OF_MEMORY = /^Out of Memory Error/;

/** Why a file could not be read, in French. @throws the error itself when the file is not what caused it */
export function readingProblem(error: unknown): string {
  if (error instanceof FileProblem) return error.message;
  const message = error instanceof Error ? error.message : '';
  if (OUT_OF_MEMORY.test(message)) return 'sa lecture demande trop de mémoire';
  if (/line.size|Maximum line/i.test(message)) return 'ligne démesurée : ce n’est pas un tableau';
  if (OF_THE_FILE.test(message)) return 'fichier illisible ou abîmé';
  throw error;
}
