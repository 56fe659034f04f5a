// biome-ignore-all lint/a11y/useSemanticElements: a virtualised treegrid is made of placed boxes, not of table rows
// biome-ignore-all lint/a11y/useFocusableInteractive: the treegrid keeps the focus, aria-activedescendant names the cell
import { memo, type ReactNode } from 'react';
import { HEADER_ROWS } from './grid-context.ts';
import { type ColumnDress, RowBlocks, type RowDress } from './row-cells.tsx';
import type { GridColumn } from './types.ts';

interface GridTotalProps {
  dress: RowDress;
  from: number;
  to: number;
  renderTotal: (column: GridColumn) => ReactNode;
}

interface TotalCellProps {
  dressed: ColumnDress;
  renderTotal: GridTotalProps['renderTotal'];
}

const TotalCell = memo(function TotalCell({ dressed, renderTotal }: TotalCellProps): ReactNode {
  const { column, at, className, style } = dressed;
  return (
    <div className={className} style={style} role="gridcell" aria-colindex={at + 1} data-field={column.id}>
      {renderTotal(column)}
    </div>
  );
});

/** The pinned total: of the columns that scroll, only those in sight. */
export const GridTotal = memo(function GridTotal(props: GridTotalProps): ReactNode {
  return (
    <div className="pg-total" role="row" data-kind="total" aria-rowindex={HEADER_ROWS + 1}>
      <RowBlocks
        dress={props.dress}
        from={props.from}
        to={props.to}
        cell={(dressed) => (
          <TotalCell key={dressed.column.id} dressed={dressed} renderTotal={props.renderTotal} />
        )}
      />
    </div>
  );
});
