// AG Grid Community as its guide starts it, with the same rows, columns, widths, heights and cells.
import { AllCommunityModule, type ColDef, createGrid, ModuleRegistry } from 'ag-grid-community';
import { renderToStaticMarkup } from 'react-dom/server';
import { renderListingCell } from '../../../../apps/web/src/features/listing/cells/render.tsx';
import type { GridColumn } from '../../../../apps/web/src/ui/grid/types.ts';
import { CONTEXT, HEIGHTS, makeColumns, makeRows, pageOptions, plainText, type Row } from './data.ts';
import './styles.ts';

ModuleRegistry.registerModules([AllCommunityModule]);

const options = pageOptions();
const rows = makeRows(options.products);

/** Cells are drawn to HTML once for each distinct product: while scrolling the reference only places them. */
const drawn = new Map<object, Map<string, string>>();
function htmlOf(row: Row, column: GridColumn): string {
  const data = row.kind === 'line' ? row.line : row.kind === 'group' ? row.node.group : {};
  const known = drawn.get(data) ?? new Map<string, string>();
  if (known.size === 0) drawn.set(data, known);
  const html = known.get(column.id) ?? renderToStaticMarkup(renderListingCell(row, column, CONTEXT));
  known.set(column.id, html);
  return html;
}

function columnDef(column: GridColumn): ColDef<Row> {
  const side = column.align === 'left' ? 'pg-cell pg-left' : 'pg-cell';
  return {
    colId: column.id,
    headerName: column.label,
    width: column.width,
    pinned: column.pinned,
    ...(options.cells === 'text'
      ? { valueGetter: ({ data }) => (data ? plainText(data, column) : '') }
      : {
          cellClass: side,
          cellRenderer: ({ data }: { data: Row }) => htmlOf(data, column),
        }),
  };
}

const root = document.getElementById('root');
if (!root) throw new Error('the page has no element #root');
const columns = makeColumns(options.columns);
if (options.cells === 'listing')
  for (const row of rows.slice(0, 9000)) for (const column of columns) htmlOf(row, column);
createGrid(root, {
  rowData: rows,
  columnDefs: columns.map(columnDef),
  rowHeight: HEIGHTS.line,
  getRowHeight: ({ data }) => HEIGHTS[data?.kind ?? 'line'],
  getRowId: ({ data }) => data.id,
});
