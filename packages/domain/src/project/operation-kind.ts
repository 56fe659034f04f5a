import { foldText } from '../format/text.ts';

/** Words that say when an operation is, not what it is; without accents. */
const WHEN = new Set(
  [
    ...['ete', 'hiver', 'printemps', 'automne', 'saison', 'ss', 'aw', 'pe', 'ah', 'summer', 'winter'],
    ...['janvier', 'fevrier', 'mars', 'avril', 'mai', 'juin', 'juillet', 'aout'],
    ...['septembre', 'octobre', 'novembre', 'decembre', 'de', 'd', 'du', 'le', 'la', 'les', 'des'],
  ].map(foldText),
);

/**
 * What kind of operation a name says, so that one follows from those before: the words that are neither a year nor a
 * season, « Soldes été 2026 » and « Soldes hiver 2027 » are both « soldes ». The whole name when nothing else is left.
 */
export function operationKind(operation: string): string {
  const words = foldText(operation)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  const kept = words.filter((word) => !/\d/.test(word) && !WHEN.has(word));
  return (kept.length > 0 ? kept : words).join(' ');
}
