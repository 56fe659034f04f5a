import { formatQuantity, type ImportQuestion, questionKey } from '@palier/domain';
import type { Feed } from '../../feed.ts';
import {
  LINE_KIND,
  LINE_KIND_HEADING,
  STOCK_LINE_KIND,
  STOCK_LINE_KIND_HEADING,
} from '../../settled-lines.ts';
import { ownColumns, type Source } from '../../source.ts';
import { isSame, mostly, numbersAt } from './cells.ts';

/** The answer that every line counts. */
const ALL = '';

interface Parents {
  heading: string;
  /** What the heading says of a product, and of its variants. */
  parent: string;
  variant: string;
  /** Pieces that both say, in the first rows. */
  pieces: number;
}

interface Row {
  code: string;
  pieces: number | null;
  cells: readonly string[];
}

/** Each row and those right under it whose codes begin with its own. */
function familiesOf(rows: readonly Row[]): { parent: Row; variants: Row[] }[] {
  const families: { parent: Row; variants: Row[] }[] = [];
  for (const row of rows) {
    const last = families.at(-1);
    const code = last?.parent.code ?? '';
    if (last && code !== '' && row.code.startsWith(code) && row.code.length > code.length)
      last.variants.push(row);
    else families.push({ parent: row, variants: [] });
  }
  return families.filter(({ variants }) => variants.length > 0);
}

/** Products whose line adds up those of their variants, and the column that tells them apart; null where there are none. */
function parentsIn({ kind, source, positions, constants }: Feed): Parents | null {
  const counted = positions.get(kind === 'items' ? 'stock_qty' : 'quantity');
  const [item, product] = [positions.get('item_id'), positions.get('item_group_id')];
  if ((kind !== 'items' && kind !== 'stock') || counted === undefined || constants.has(LINE_KIND_HEADING))
    return null;
  const numbers = numbersAt(source, counted);
  const rows = source.sample.map((cells, at) => ({
    code: (cells[item ?? product ?? -1] ?? '').trim(),
    pieces: numbers[at] ?? null,
    cells,
  }));
  const families = familiesOf(rows);
  const sumOf = (own: readonly Row[]): number => own.reduce((sum, { pieces }) => sum + (pieces ?? 0), 0);
  const added = families.map(({ parent, variants }) =>
    parent.pieces === null || parent.pieces === 0 ? null : isSame(sumOf(variants), parent.pieces),
  );
  if (!mostly(added)) return null;
  for (const position of ownColumns(source.headings)) {
    const said = (own: readonly Row[]): string[] => [
      ...new Set(own.map(({ cells }) => (cells[position] ?? '').trim())),
    ];
    const [parent = '', ...otherParents] = said(families.map((family) => family.parent));
    const [variant = '', ...otherVariants] = said(families.flatMap(({ variants }) => variants));
    if (otherParents.length > 0 || otherVariants.length > 0 || variant === '' || parent === variant) continue;
    const heading = source.headings[position] ?? '';
    return { heading, parent, variant, pieces: sumOf(families.map((family) => family.parent)) };
  }
  return null;
}

/** Asks which lines of a stock count, where those of products add up those of their variants. */
export function askParents({ name }: Source, feeds: readonly Feed[]): ImportQuestion | null {
  const [found] = feeds.flatMap((feed) => parentsIn(feed) ?? []);
  if (!found) return null;
  const { heading, parent, variant, pieces } = found;
  return {
    ...{ key: questionKey('line_kinds', name), code: 'line_kinds', file: name, column: heading },
    text: `Les lignes « ${parent} » additionnent le stock des lignes « ${variant} »\u202f: lesquelles comptent ?`,
    choices: [
      {
        value: variant,
        label: `« ${variant} »`,
        detail: `${formatQuantity(pieces)} pièces dans les premières lignes`,
      },
      {
        value: ALL,
        label: 'Toutes',
        detail: `${formatQuantity(2 * pieces)} pièces dans les premières lignes`,
      },
    ],
  };
}

/** The feeds with the stock of the variants alone. */
export function withoutParents(feeds: readonly Feed[], answer: string | null): Feed[] {
  return feeds.map((feed) => {
    const found = answer === null || answer === ALL ? null : parentsIn(feed);
    if (!found) return feed;
    const [heading, kind] =
      feed.kind === 'items' ? [STOCK_LINE_KIND_HEADING, STOCK_LINE_KIND] : [LINE_KIND_HEADING, LINE_KIND];
    return {
      ...feed,
      constants: new Map([...feed.constants, [heading, found.heading], [kind, found.variant]]),
    };
  });
}
