import type { MISSING_FACTS } from '@palier/contract';
import { codeOf } from '../../db/faults.ts';
import { ApiError } from '../../http/errors.ts';

/** What should be on the disk and is not: a project's figures, the imported data that they come from, or both. */
export type Missing = (typeof MISSING_FACTS)[number];

export const MISSING_SENTENCES: Readonly<Record<Missing, string>> = {
  snapshot:
    'Les chiffres de ce projet manquent sur le disque du serveur : ils sont recalculés à partir des données importées. Vos décisions sont intactes.',
  warehouse:
    'Les données importées manquent sur le disque du serveur : importez à nouveau les produits, les ventes et les stocks pour les actualiser. Vos décisions sont intactes.',
  all: 'Les données importées et les chiffres de ce projet manquent sur le disque du serveur : importez à nouveau les produits, les ventes et les stocks. Vos décisions sont intactes.',
};

export const factsMissing = (what: Missing): ApiError =>
  new ApiError('facts_missing', MISSING_SENTENCES[what], { missing: what });

/** For what goes without: null instead of the fault of missing facts. */
export function nullIfMissing(error: unknown): null {
  if (error instanceof ApiError && error.code === 'facts_missing') return null;
  throw error;
}

/** Faults of a folder whose files are gone or damaged, as Node and DuckDB report them. */
export function tellsOfMissingFiles(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (codeOf(error) === 'ENOENT') return true;
  return /No files found|Cannot open file|No magic bytes|not a valid DuckDB|corrupt/i.test(error.message);
}
