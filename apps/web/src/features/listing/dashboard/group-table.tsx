import { HORIZON_FAMILY, type Horizon, tellsCosts } from '@palier/domain';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { errorMessage } from '../../../lib/api/errors.ts';
import { countOf } from '../../../lib/french.ts';
import { salesLabel } from '../../../lib/horizon-text.ts';
import { useCosts } from '../../../lib/session/use-costs.ts';
import { useHorizon } from '../../../lib/use-horizon.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Skeleton } from '../../../ui/marks.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { Table } from '../../../ui/table.tsx';
import { type DashboardSort, dashboardPageSize, listGroups } from './api.ts';
import styles from './group-table.module.css';
import { type CellProps, DiscountCell, ForecastCell, NameCell, SoldCell, StockCell } from './table-cells.tsx';

interface Column {
  field: string;
  label: string;
  cell: (props: CellProps) => ReactNode;
}

function columnsOf(horizon: Horizon, sales: string): readonly Column[] {
  const family = HORIZON_FAMILY[horizon];
  return [
    { field: 'stock_qty', label: 'Stock', cell: StockCell },
    { field: 'season_sell_through_pct', label: 'Écoulement, aujourd’hui', cell: SoldCell },
    { field: 'discount_pct', label: 'Démarque', cell: DiscountCell },
    {
      field: `${family}.sales`,
      label: sales,
      cell: (props) => <ForecastCell {...props} measure="sales" name={sales} />,
    },
    {
      field: 'forecast.profit_after_leftovers',
      label: 'Marge après invendus',
      cell: (props) => (
        <ForecastCell {...props} measure="profit_after_leftovers" name="Marge après invendus" />
      ),
    },
    {
      field: `${family}.stock`,
      label: 'Stock restant',
      cell: (props) => <ForecastCell {...props} measure="stock" name="Stock restant" />,
    },
  ];
}

interface GroupTableProps extends Pick<CellProps, 'project' | 'compact' | 'find'> {
  by: string;
}

/** The groups of one grouping as a flat table, 20 at a time. */
export function GroupTable({ project, by, compact, find }: GroupTableProps) {
  const [sort, setSort] = useState<DashboardSort>({ field: 'stock_qty', order: 'desc' });
  const [horizon] = useHorizon();
  const costs = useCosts();
  const columns = columnsOf(horizon, salesLabel(project)).filter(({ field }) => costs || !tellsCosts(field));
  const shared = { project, horizon, find };
  const query = useInfiniteQuery(listGroups(project._id, by, sort));
  const groups = query.data?.pages.flatMap((page) => page.data) ?? [];
  const total = query.data?.pages[0]?.summary;
  if (query.isError) {
    return (
      <ErrorState title="Ces groupes n’ont pas pu être chargés" onRetry={() => void query.refetch()}>
        {errorMessage(query.error)}
      </ErrorState>
    );
  }
  return (
    <div className={styles.scroll}>
      <Table className={styles.groups} data-compact={compact}>
        <thead>
          <tr>
            <th scope="col">Groupe</th>
            {columns.map((column) => (
              <HeadCell key={column.field} column={column} sort={sort} onSort={setSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {total && (
            <tr className={styles.total}>
              <th scope="row">
                Total{' '}
                <span className="muted tiny">{countOf(total.discount_count, 'produit', 'produits')}</span>
              </th>
              {columns.map((column) => (
                <td key={column.field} className="figure">
                  {column.cell({ ...shared, group: total, compact: true })}
                </td>
              ))}
            </tr>
          )}
          {groups.map((group) => (
            <tr key={group.key}>
              <th scope="row">
                <NameCell group={group} by={by} project={project} compact={compact} />
              </th>
              {columns.map((column) => (
                <td key={column.field} className="figure">
                  {column.cell({ ...shared, group, compact })}
                </td>
              ))}
            </tr>
          ))}
          {query.isPending && (
            <tr>
              <td colSpan={columns.length + 1}>
                <Skeleton width="60%" height={16} />
              </td>
            </tr>
          )}
        </tbody>
      </Table>
      {query.hasNextPage && (
        <div className={styles.more}>
          <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {query.isFetchingNextPage ? 'Chargement…' : `Afficher ${dashboardPageSize} groupes de plus`}
          </Button>
          <span className="muted small">{countOf(groups.length, 'groupe affiché', 'groupes affichés')}</span>
        </div>
      )}
    </div>
  );
}

function HeadCell({
  column,
  sort,
  onSort,
}: {
  column: Column;
  sort: DashboardSort;
  onSort: (sort: DashboardSort) => void;
}) {
  const active = sort.field === column.field;
  return (
    <th
      scope="col"
      className="figure"
      aria-sort={active ? (sort.order === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      <button
        type="button"
        onClick={() =>
          onSort({ field: column.field, order: active && sort.order === 'desc' ? 'asc' : 'desc' })
        }
      >
        {active && <Icon name={sort.order === 'desc' ? 'chevron-down' : 'chevron-up'} size={12} />}
        {column.label}
      </button>
    </th>
  );
}
