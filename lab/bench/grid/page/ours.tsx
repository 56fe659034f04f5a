// Our tree grid with the listing's cells (or plain text), as the screen mounts it.
import { type ReactNode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import {
  listingCellClass,
  renderListingCell,
} from '../../../../apps/web/src/features/listing/cells/render.tsx';
import { isEditable } from '../../../../apps/web/src/features/listing/edit/clipboard-cells.ts';
import { layoutColumns } from '../../../../apps/web/src/ui/grid/layout.ts';
import { TreeGrid } from '../../../../apps/web/src/ui/grid/tree-grid.tsx';
import type { GridColumn, GridSelection } from '../../../../apps/web/src/ui/grid/types.ts';
import { CONTEXT, HEIGHTS, makeColumns, makeRows, pageOptions, plainText, type Row } from './data.ts';
import './styles.ts';

const options = pageOptions();
const rows = makeRows(options.products);
const layout = layoutColumns(makeColumns(options.columns), new Set());
const height = (kind: Row['kind']): number => HEIGHTS[kind];
function renderCell(row: Row, column: GridColumn, light: boolean): ReactNode {
  return options.cells === 'text' ? plainText(row, column) : renderListingCell(row, column, CONTEXT, light);
}
const nothing = (): void => undefined;
const renderAncestors = (ids: readonly string[]): ReactNode => ids.join(' › ');
const renderTotal = (column: GridColumn): ReactNode => column.label;
const renderWide = (): ReactNode => null;

function Page(): ReactNode {
  const [selection, setSelection] = useState<GridSelection | null>(null);
  return (
    <TreeGrid
      label="Listing"
      rows={rows}
      layout={layout}
      density="default"
      rowHeight={height}
      renderCell={renderCell}
      cellClass={listingCellClass}
      renderWide={renderWide}
      renderTotal={renderTotal}
      renderAncestors={renderAncestors}
      selection={selection}
      onSelect={setSelection}
      sort={null}
      onSort={nothing}
      onResize={nothing}
      onMove={nothing}
      onFold={nothing}
      onToggle={nothing}
      cellText={plainText}
      fillable={isEditable}
    />
  );
}

const root = document.getElementById('root');
if (!root) throw new Error('the page has no element #root');
createRoot(root).render(<Page />);
