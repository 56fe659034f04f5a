import { formatNumber, type ImportQuestion, questionKey } from '@palier/domain';
import type { Feed } from '../feed.ts';
import type { Source } from '../source.ts';

/**
 * Asks which of two currencies a file of exchange rates counts in the other, which its figures never say: banks quote
 * what one euro is worth, accountants what it costs. Null for any other file.
 */
export function askRateBasis({ name }: Source, feeds: readonly Feed[], own: string): ImportQuestion | null {
  const feed = feeds.find(({ kind, positions }) => kind === 'rates' && positions.has('rate'));
  if (!feed) return null;
  const cellOf = (column: string, row: readonly string[]): string =>
    (row[feed.positions.get(column) ?? -1] ?? '').trim();
  const given = feed.source.sample.filter((each) => cellOf('rate', each) !== '');
  const foreign = given.find((each) => cellOf('currency', each) !== own);
  const row = foreign ?? given[0];
  if (!row) return null;
  const [code, cell] = [cellOf('currency', row) || 'CHF', cellOf('rate', row)];
  const value = Number(cell.replace(',', '.'));
  const rate = cell !== '' && Number.isFinite(value) ? formatNumber(value, 6) : cell;
  const heading = feed.source.headings[feed.positions.get('rate') ?? -1] ?? 'taux';
  // Rates of what would be the organisation's currency: it is another, which is not known yet.
  const labels = foreign
    ? [`1 ${code} = ${rate} ${own}`, `1 ${own} = ${rate} ${code}`]
    : [
        `1 ${code} vaut ${rate} dans la devise de l’enseigne`,
        `${rate} ${code} valent 1 dans la devise de l’enseigne`,
      ];
  return {
    ...{ key: questionKey('currency', name), code: 'currency', file: name, column: heading },
    text: `Dans « ${heading} », que veut dire ${rate} pour ${code} ?`,
    choices: [
      { value: 'rate', label: labels[0] ?? '', detail: null },
      { value: 'quoted_rate', label: labels[1] ?? '', detail: null },
    ],
  };
}

/** The feed with its rates taken for units of the currency that one of the organisation's is worth. */
export function quoted(feed: Feed): Feed {
  const position = feed.positions.get('rate');
  if (feed.kind !== 'rates' || position === undefined) return feed;
  const others = [...feed.positions].filter(([column]) => column !== 'rate');
  return { ...feed, positions: new Map([...others, ['quoted_rate', position]]) };
}
