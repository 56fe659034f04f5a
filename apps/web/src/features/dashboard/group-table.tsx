import type { Project } from '@palier/contract';
import {
  findField,
  formatAlignedPercent,
  formatCompact,
  formatCompactMoney,
  formatQuantity,
  type Group,
  groupLabel,
  HORIZON_FAMILY,
  type Horizon,
  readNumber,
} from '@palier/domain';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { errorMessage } from '../../lib/api/errors.ts';
import { countOf } from '../../lib/french.ts';
import { listingLink } from '../../lib/listing-link.ts';
import { useHorizon } from '../../lib/use-horizon.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Skeleton } from '../../ui/marks.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { type DashboardSort, dashboardPageSize, listGroups } from './api.ts';
import styles from './group-table.module.css';

interface Column {
  field: string;
  label: string;
  text: (group: Group, project: Project) => string;
}

function columnsOf(horizon: Horizon): readonly Column[] {
  return [
    { field: 'discount_count', label: 'Produits', text: (group) => formatQuantity(group.discount_count) },
    { field: 'stock_qty', label: 'Stock', text: (group) => formatCompact(readNumber(group, 'stock_qty')) },
    {
      field: 'stock_retail_value',
      label: 'Valeur stock',
      text: (group, project) =>
        formatCompactMoney(readNumber(group, 'stock_retail_value'), project.catalog_currency),
    },
    {
      field: 'sales_qty_last_7_days',
      label: 'Ventes 7 j',
      text: (group) => formatQuantity(readNumber(group, 'sales_qty_last_7_days')),
    },
    {
      field: 'season_sell_through_pct',
      label: 'Écoulement',
      text: (group) => formatAlignedPercent(readNumber(group, 'season_sell_through_pct')),
    },
    {
      field: 'discount_pct',
      label: 'Démarque',
      text: (group) => formatAlignedPercent(readNumber(group, 'discount_pct')),
    },
    {
      field: `${HORIZON_FAMILY[horizon]}.sales`,
      label: 'CA prévu',
      text: (group, project) =>
        formatCompactMoney(group[HORIZON_FAMILY[horizon]]?.sales ?? null, project.catalog_currency),
    },
    {
      field: 'forecast.profit_after_leftovers',
      label: 'Marge après invendus',
      text: (group, project) =>
        formatCompactMoney(group.forecast?.profit_after_leftovers ?? null, project.accounting_currency),
    },
    {
      field: 'discount_pct_reviewed',
      label: 'Revus',
      text: (group) =>
        `${formatQuantity(group.discount_pct_reviewed_count)} sur ${formatQuantity(group.discount_count)}`,
    },
  ];
}

/** How many are reviewed is a count, which groups are not sorted by. */
const NOT_SORTABLE = 'discount_pct_reviewed';

/** The groups of one grouping as a flat table, 20 at a time. */
export function GroupTable({ project, by, compact }: { project: Project; by: string; compact: boolean }) {
  const [sort, setSort] = useState<DashboardSort>({ field: 'stock_retail_value', order: 'desc' });
  const [horizon] = useHorizon();
  const columns = columnsOf(horizon);
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
              <th scope="row">Total</th>
              {columns.map((column) => (
                <td key={column.field} className="figure">
                  {column.text(total, project)}
                </td>
              ))}
            </tr>
          )}
          {groups.map((group) => (
            <tr key={group.key}>
              <th scope="row">
                <GroupLink group={group} by={by} projectId={project._id} />
              </th>
              {columns.map((column) => (
                <td key={column.field} className="figure">
                  {column.text(group, project)}
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
  if (column.field === NOT_SORTABLE) {
    return (
      <th scope="col" className="figure">
        {column.label}
      </th>
    );
  }
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

function GroupLink({ group, by, projectId }: { group: Group; by: string; projectId: string }) {
  const [key] = group.keys;
  const filter = {
    combinator: 'and' as const,
    rules: [
      key === null || key === undefined
        ? { field: by, operator: 'is_not_set' as const }
        : { field: by, operator: 'equals' as const, value: key },
    ],
  };
  return <Link to={listingLink(projectId, { filter })}>{groupLabel(key, findField(by))}</Link>;
}
