// biome-ignore-all lint/a11y/useSemanticElements: a virtualised treegrid is made of placed boxes, not of table rows
// biome-ignore-all lint/a11y/useFocusableInteractive: the treegrid keeps the focus, aria-activedescendant names the cell
import { memo, type ReactNode } from 'react';
import { HEADER_ROWS } from './grid-context.ts';
import { RowBlocks, type RowDress } from './row-cells.tsx';
import type { GridColumn } from './types.ts';

interface GridTotalProps {
  dress: RowDress;
  from: number;
  to: number;
  renderTotal: (column: GridColumn) => ReactNode;
}

/** The pinned total: of the columns that scroll, only those in sight. */
export const GridTotal = memo(function GridTotal({
  dress,
  from,
  to,
  renderTotal,
}: GridTotalProps): ReactNode {
  return (
    <div className="pg-total" role="row" data-kind="total" aria-rowindex={HEADER_ROWS + 1}>
      <RowBlocks
        dress={dress}
        from={from}
        to={to}
        cell={({ column, at, className, style }) => (
          <div
            key={column.id}
            className={className}
            style={style}
            role="gridcell"
            aria-colindex={at + 1}
            data-field={column.id}
          >
            {renderTotal(column)}
          </div>
        )}
      />
    </div>
  );
});
