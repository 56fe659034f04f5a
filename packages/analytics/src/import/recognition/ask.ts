import type { ImportQuestion } from '@palier/domain';
import { LEFT_ASIDE } from '../left-aside.ts';
import { KIND_NAMES, lackSentence } from '../missing.ts';
import type { Reading } from './reading.ts';
import { CLEAR_LEAD } from './signs.ts';

const MOST_READINGS = 4;
/** Headings named in a sentence; the others are counted. */
const NAMED = 4;

/** « Qté », « Montant » et 2 autres. */
export function headingList(headings: readonly string[]): string {
  const first = headings.slice(0, NAMED).map((heading) => `« ${heading} »`);
  const more = headings.length - first.length;
  return first.join(', ') + (more > 0 ? ` et ${more} ${more > 1 ? 'autres' : 'autre'}` : '');
}

/** What a reading understands, why, and what it leaves aside. */
function detailOf({ columns, reasons, unexplained }: Reading): string {
  const inOrder = [...columns.values()].sort((left, right) => left.position - right.position);
  const read = `Colonnes lues : ${headingList(inOrder.map(({ heading }) => heading))}.`;
  const why = reasons.length > 0 ? ` Pour : ${reasons.slice(0, 3).join(', ')}.` : '';
  const left = unexplained.length > 0 ? ` Sans emploi : ${headingList(unexplained)}.` : '';
  return read + why + left;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * The readings to choose from: the likely ones, then what else the file could be, so that one of them is right though
 * none was likely.
 */
export function withOffers(likely: readonly Reading[], others: readonly Reading[]): Reading[] {
  const best = likely[0]?.points ?? 0;
  const near = likely.filter(({ points }, index) => index < 2 || points > best - 2 * CLEAR_LEAD);
  const kinds = new Set(near.map(({ kind }) => kind));
  return [...near, ...others.filter(({ kind }) => !kinds.has(kind))].slice(0, MOST_READINGS);
}

/** Asks what a file is, its likely readings side by side. */
export function askKind(file: string, readings: readonly Reading[]): ImportQuestion {
  const hindered = readings[0]?.hindered;
  const lack = hindered ? ` ${capital(lackSentence(hindered.kind, hindered.missing))}.` : '';
  return {
    ...{ key: `kind:${file}`, code: 'kind', file, column: null },
    text: `Que contient ce fichier ?${lack}`,
    choices: [
      ...readings.map((reading) => ({
        value: reading.kind,
        label: capital(KIND_NAMES[reading.kind]),
        detail: detailOf(reading),
      })),
      { value: LEFT_ASIDE, label: 'Ne pas l’importer', detail: null },
    ],
  };
}
