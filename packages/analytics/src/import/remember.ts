import { type Feed, mappingOf } from './feed.ts';
import type { Plan } from './plan.ts';
import { shapeOf } from './shape.ts';
import type { Staged } from './staged.ts';
import type { UsedMapping } from './types.ts';

/** The stock that a file of products brings along comes with its products again. */
function isStockOf({ kind, positions }: Feed, feeds: readonly Feed[]): boolean {
  return (
    kind === 'stock' &&
    feeds.some(
      (feed) => feed.kind === 'items' && feed.positions.get('stock_qty') === positions.get('quantity'),
    )
  );
}

/**
 * How files were read, for the next ones of their shape: those in a mapping, those whose dates gave their order, and
 * those whose amounts were said to be in a currency. Tomorrow's file may have but dates that can be read either way.
 */
export function toRemember(plan: Plan, staged: readonly Staged[]): UsedMapping[] {
  const ordered = staged.filter(
    ({ feed }) => feed.date_order !== undefined || feed.unsaid_currency !== undefined,
  );
  const shapes = new Set(ordered.map(({ feed }) => shapeOf(feed.source.headings)));
  const learnt = [...shapes].map((shape): UsedMapping => {
    const feeds = staged.filter(({ feed }) => shapeOf(feed.source.headings) === shape);
    const [first] = feeds;
    const same = feeds.flatMap(({ feed }) => (feed.source.name === first?.feed.source.name ? [feed] : []));
    return { shape, files: same.filter((feed) => !isStockOf(feed, same)).map(mappingOf) };
  });
  return [...plan.used_mappings.filter(({ shape }) => !shapes.has(shape)), ...learnt];
}
