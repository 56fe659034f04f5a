import { type Feed, type Plan, shapeOf } from './plan.ts';
import type { Staged } from './stage.ts';
import type { FileMapping, UsedMapping } from './types.ts';

/** A feed as the mapping that would read its file again in the same way. */
const mappingOf = ({ source, kind, positions, constants, attributes, date_order }: Feed): FileMapping => {
  const columns: Record<string, string[]> = {};
  const add = (position: number, column: string): void => {
    const heading = source.headings[position];
    if (heading !== undefined) columns[heading] = [...(columns[heading] ?? []), column];
  };
  for (const [column, position] of positions) add(position, column);
  for (const [name, position] of attributes) add(position, `attributes.${name}`);
  return {
    ...{ match: source.name, kind, columns },
    ...(constants.size > 0 && { constants: Object.fromEntries(constants) }),
    ...(date_order && { date_order }),
  };
};

/** The stock that a file of products brings along comes with its products again. */
const isStockOf = ({ kind, positions }: Feed, feeds: readonly Feed[]): boolean =>
  kind === 'stock' &&
  feeds.some(
    (feed) => feed.kind === 'items' && feed.positions.get('stock_qty') === positions.get('quantity'),
  );

/**
 * How files were read, for the next ones of their shape: those that a mapping spoke of, and those whose dates told
 * their order. Tomorrow's file may have but dates that can be read either way.
 */
export const toRemember = (plan: Plan, staged: readonly Staged[]): UsedMapping[] => {
  const ordered = staged.filter(({ feed }) => feed.date_order !== undefined);
  const shapes = new Set(ordered.map(({ feed }) => shapeOf(feed.source.headings)));
  const learnt = [...shapes].map((shape): UsedMapping => {
    const feeds = staged.filter(({ feed }) => shapeOf(feed.source.headings) === shape);
    const [first] = feeds;
    const same = feeds.flatMap(({ feed }) => (feed.source.name === first?.feed.source.name ? [feed] : []));
    return { shape, files: same.filter((feed) => !isStockOf(feed, same)).map(mappingOf) };
  });
  return [...plan.used_mappings.filter(({ shape }) => !shapes.has(shape)), ...learnt];
};
