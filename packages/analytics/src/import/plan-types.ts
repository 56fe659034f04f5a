import type { ImportQuestion } from '@palier/domain';
import type { Feed } from './feed.ts';
import type { KnownCodes } from './recognition/values.ts';
import type { ImportMapping, RememberedMappings, UsedMapping } from './types.ts';

export interface Plan {
  feeds: Feed[];
  ignored: { name: string; reason: string }[];
  /** How the files that the mapping spoke of were read, by shape. */
  used_mappings: UsedMapping[];
  /** Names of files read as files of their shape were read before. */
  remembered: string[];
  /** The known exports that files were read as: name of the file → the export's. */
  presets: Map<string, string>;
  /** What may be read in two ways; read in the way answered, or in the likely one. */
  questions: ImportQuestion[];
}

/** What is known beside the files themselves. */
export interface PlanContext {
  mapping?: ImportMapping | undefined;
  remembered?: RememberedMappings | undefined;
  codes?: KnownCodes;
  /** The organisation's rate of tax, a share; left out: the usual one. */
  vat_rate?: number | undefined;
  /** The organisation's currency, where it is known. */
  currency?: string | undefined;
  /** The day of the import; left out: today. */
  today?: string | undefined;
}
