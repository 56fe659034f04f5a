import type { ColumnDefinition } from '@palier/domain';
import type { Line } from '../rows/row.ts';
import type { CellContext } from './context.ts';
import { percentText } from './discount-text.ts';
import { figureText } from './figures.tsx';

/** What is drawn rather than written, and costs most of a row: it waits until the row rests. */
const DRAWN: ReadonlySet<ColumnDefinition['product_view']> = new Set([
  'completion',
  'coverage',
  'cumulative_sparkline',
  'discount_distribution',
  'goal',
  'image',
  'inclusion_switch',
  'sparkline',
  'stock_distribution',
  'store_coverage',
  'tags',
  'variants',
]);

const FIGURES: ReadonlySet<ColumnDefinition['product_view']> = new Set([
  'availability',
  'coefficient',
  'money',
  'number',
  'percent',
  'quantity',
]);

/** A product's cell while its row passes too fast to be read: a text, or nothing; undefined where it is the whole one. */
export function lightCell(
  line: Line,
  column: ColumnDefinition,
  context: CellContext,
): string | null | undefined {
  const { product_view: view } = column;
  if (DRAWN.has(view)) return null;
  if (FIGURES.has(view)) return figureText(line, column, context, false);
  return view === 'discount_state' || view === 'discount_input' ? percentText(line.discount_pct) : undefined;
}
