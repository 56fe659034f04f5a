import { normalizeHeading } from '../headings.ts';
import type { FileKind, RememberedMappings } from '../types.ts';

/** Share of common headings from which two files are of one make. */
const ALIKE = 0.7;

/** Kinds of the files with nearly these headings that the organisation sent before. */
export function kindsSentBefore(
  headings: readonly string[],
  remembered: RememberedMappings | undefined,
): ReadonlySet<FileKind> {
  const own = new Set(headings.map(normalizeHeading).filter((heading) => heading !== ''));
  const kinds = new Set<FileKind>();
  for (const files of remembered?.values() ?? [])
    for (const { kind, columns } of files) {
      const theirs = Object.keys(columns).map(normalizeHeading);
      const common = theirs.filter((heading) => own.has(heading)).length;
      if (theirs.length > 1 && common / theirs.length >= ALIKE && common / own.size >= ALIKE / 2)
        kinds.add(kind);
    }
  return kinds;
}
