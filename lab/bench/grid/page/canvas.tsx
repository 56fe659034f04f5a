// Glide Data Grid, which draws every cell on a canvas: the same rows, columns, widths and heights, and what our cells say.
import {
  type CustomCell,
  type CustomRenderer,
  DataEditor,
  type GridCell,
  GridCellKind,
  type Item,
} from '@glideapps/glide-data-grid';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { renderToStaticMarkup } from 'react-dom/server';
import { renderListingCell } from '../../../../apps/web/src/features/listing/cells/render.tsx';
import type { GridColumn } from '../../../../apps/web/src/ui/grid/types.ts';
import { CONTEXT, HEIGHTS, makeColumns, makeRows, pageOptions, plainText, type Row } from './data.ts';
import '@glideapps/glide-data-grid/dist/index.css';
import './styles.ts';

/** A curve or bars with the figures beside it; a picture. */
type Drawing = CustomCell<{ lines: string[]; heights: number[] }>;

const drawing: CustomRenderer<Drawing> = {
  kind: GridCellKind.Custom,
  isMatch: (cell): cell is Drawing => cell.kind === GridCellKind.Custom,
  draw: ({ ctx, rect, theme }, { data }) => {
    const bottom = rect.y + rect.height - 12;
    const width = (rect.width - 16) / Math.max(1, data.heights.length);
    ctx.fillStyle = theme.accentColor;
    ctx.beginPath();
    data.heights.forEach((height, at) => {
      ctx.rect(rect.x + 8 + at * width, bottom - 40 * height, Math.max(1, width - 1), 40 * height);
    });
    ctx.fill();
    ctx.fillStyle = theme.textDark;
    data.lines.forEach((line, at) => {
      ctx.fillText(line, rect.x + 8, rect.y + 14 + 16 * at);
    });
    return true;
  },
};

const options = pageOptions();
const rows = makeRows(options.products);
const columns = makeColumns(options.columns);

/** What our cell says, line by line, and the marks that it draws. */
function cellOf(row: Row, column: GridColumn): GridCell {
  if (options.cells === 'text') return textCell([plainText(row, column)], column);
  const html = renderToStaticMarkup(renderListingCell(row, column, CONTEXT));
  const page = new DOMParser().parseFromString(html, 'text/html');
  const picture = page.querySelector('img')?.src;
  const texts = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
  const lines: string[] = [];
  while (texts.nextNode())
    if (texts.currentNode.textContent?.trim()) lines.push(texts.currentNode.textContent);
  if (picture) return { kind: GridCellKind.Image, data: [picture], allowOverlay: false };
  const marks = page.querySelectorAll('svg *').length;
  if (marks < 3) return textCell(lines, column);
  const heights = Array.from({ length: Math.min(90, marks) }, (_, at) => ((at * 37) % 90) / 90);
  return {
    kind: GridCellKind.Custom,
    data: { lines, heights },
    copyData: lines.join(' '),
    allowOverlay: false,
  };
}

function textCell(lines: string[], column: GridColumn): GridCell {
  const text = lines.join('\n');
  return {
    kind: GridCellKind.Text,
    data: text,
    displayData: text,
    allowOverlay: false,
    allowWrapping: lines.length > 1,
    contentAlign: column.align === 'left' ? 'left' : 'right',
  };
}

/** Cells are made once for each distinct product: while scrolling the reference only draws them. */
const made = new Map<object, Map<string, GridCell>>();
function known(row: Row, column: GridColumn): GridCell {
  const data = row.kind === 'line' ? row.line : row.kind === 'group' ? row.node.group : {};
  const cells = made.get(data) ?? new Map<string, GridCell>();
  if (cells.size === 0) made.set(data, cells);
  const cell = cells.get(column.id) ?? cellOf(row, column);
  cells.set(column.id, cell);
  return cell;
}

function getCellContent([x, y]: Item): GridCell {
  const [row, column] = [rows[y], columns[x]];
  if (!row || !column) throw new Error(`no cell at ${x}, ${y}`);
  return known(row, column);
}
const rowHeight = (y: number): number => HEIGHTS[rows[y]?.kind ?? 'line'];
const heads = columns.map(({ id, label, width }) => ({ id, title: label, width }));

function Page(): ReactNode {
  return (
    <DataEditor
      width="100%"
      height="100%"
      columns={heads}
      rows={rows.length}
      rowHeight={rowHeight}
      freezeColumns={columns.filter(({ pinned }) => pinned === 'left').length}
      getCellContent={getCellContent}
      customRenderers={[drawing]}
      smoothScrollX
      smoothScrollY
    />
  );
}

const root = document.getElementById('root');
if (!root) throw new Error('the page has no element #root');
for (const row of rows.slice(0, 9000)) for (const column of columns) known(row, column);
createRoot(root).render(<Page />);
