import { countOf, type ImportAnswers, type ImportQuestion, questionKey } from '@palier/domain';
import { LEFT_ASIDE } from './left-aside.ts';
import type { ConvertedSheet } from './xlsx.ts';

/** The answer that leaves the hidden rows of a sheet out. */
const SKIP = 'skip';

/** Whether the hidden rows of a sheet are left out, as it was answered. */
export const skipsHidden =
  (answers: ImportAnswers | undefined) =>
  (name: string): boolean =>
    answers?.[questionKey('hidden', name)] === SKIP;

/**
 * Asks whether what a workbook hides is to be read: a person sees the rows that a filter leaves, and the sheets that are
 * shown, and believes that these are what she sends.
 */
export function askHidden({ name, is_hidden, hidden_rows }: ConvertedSheet): ImportQuestion[] {
  const ask = (text: string, choices: ImportQuestion['choices']): ImportQuestion => ({
    ...{ key: questionKey('hidden', name), code: 'hidden', file: name, column: null },
    ...{ text, choices },
  });
  const read = { value: 'read', label: 'Oui\u202f: tout lire', detail: null };
  if (is_hidden)
    return [
      ask(`« ${name} » est une feuille masquée. La lire\u202f?`, [
        read,
        { value: LEFT_ASIDE, label: 'Ne pas l’importer', detail: null },
      ]),
    ];
  if (hidden_rows === 0) return [];
  return [
    ask(
      `« ${name} » a ${countOf(hidden_rows, 'ligne masquée', 'lignes masquées')}, par un filtre ou à la main. Les lire aussi\u202f?`,
      [read, { value: SKIP, label: 'Non\u202f: les lignes visibles', detail: null }],
    ),
  ];
}
