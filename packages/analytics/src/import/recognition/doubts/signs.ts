import { foldText } from '@palier/domain';
import type { Feed } from '../../feed.ts';
import { RETURNED_HEADING, RETURNED_VALUE } from '../../settled-lines.ts';
import { ownColumns } from '../../source.ts';
import { numbersAt } from './cells.ts';

const MINUS = new Set(['-', '\u2212', '\u2013']);
/** `1` and `-1`, under a heading of signs. */
const OF_SIGNS = /\b(sens|signe?|coef|coefficient|direction|sentido|segno|vorzeichen)\b/;
const ONES = new Set(['1', '+1']);

/** The sales of a file that writes the sign of each line in a column of its own, with that sign. */
export function withSigns(feeds: readonly Feed[]): Feed[] {
  return feeds.map((feed) => {
    const { kind, source, positions, constants } = feed;
    if (kind !== 'sales' || constants.has(RETURNED_HEADING)) return feed;
    const pieces = numbersAt(source, positions.get('quantity') ?? -1);
    if (pieces.some((count) => count !== null && count < 0)) return feed;
    for (const position of ownColumns(source.headings)) {
      const distinct = new Set(
        source.sample.map((row) => (row[position] ?? '').trim()).filter((value) => value !== ''),
      );
      const isOnes = OF_SIGNS.test(foldText(source.headings[position] ?? '')) && distinct.has('-1');
      const minus = [...distinct].filter((value) => (isOnes ? value === '-1' : MINUS.has(value)));
      const [written] = minus;
      // A dash alone is how a cell says nothing.
      const plus = [...distinct].filter((value) => !minus.includes(value));
      if (written === undefined || minus.length > 1 || plus.length !== 1) continue;
      if (!plus.every((value) => (isOnes ? ONES.has(value) : value === '+'))) continue;
      const said = [
        [RETURNED_HEADING, source.headings[position] ?? ''],
        [RETURNED_VALUE, written],
      ] as const;
      return { ...feed, constants: new Map([...constants, ...said]) };
    }
    return feed;
  });
}
