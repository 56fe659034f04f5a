import { formatQuantity } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorMessage } from '../../../lib/api/errors.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Skeleton } from '../../../ui/marks.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { Table } from '../../../ui/table.tsx';
import { readMissingData } from '../api/queries.ts';
import type { PanelProps } from '../screen/panel-types.ts';
import styles from './missing-dialog.module.css';

/** Data that products lack, field by field, with the stock concerned. */
export function MissingDialog({ project, handle, onClose }: PanelProps): ReactNode {
  const missing = useQuery(readMissingData(project._id));
  const found = missing.data?.filter(({ discount_count }) => discount_count > 0) ?? [];
  return (
    <Dialog title="Données manquantes" open onClose={onClose} width={640}>
      {missing.isPending ? <Skeleton height={120} /> : null}
      {missing.isError ? (
        <ErrorState
          title="Les données manquantes n’ont pas pu être comptées"
          onRetry={() => void missing.refetch()}
        >
          {errorMessage(missing.error)}
        </ErrorState>
      ) : null}
      {missing.data && found.length === 0 ? (
        <EmptyState icon="check" title="Il ne manque rien">
          Tous les produits ont un prix, un coût, un stock et des ventes.
        </EmptyState>
      ) : null}
      {found.length > 0 ? (
        <Table>
          <thead>
            <tr>
              <th scope="col">Donnée</th>
              <th scope="col" className="figure">
                Produits
              </th>
              <th scope="col" className="figure">
                Stock
              </th>
              <th scope="col">Exemples</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {found.map((row) => (
              <tr key={row.field}>
                <td>{row.label}</td>
                <td className="figure">{formatQuantity(row.discount_count)}</td>
                <td className="figure">{formatQuantity(row.sum_stock_qty)}</td>
                <td
                  className={`muted ${styles.examples}`}
                  title={row.examples.map(({ item_group_id }) => item_group_id).join(', ')}
                >
                  {row.examples.map(({ item_group_id }) => item_group_id).join(', ')}
                </td>
                <td>
                  <Button
                    small
                    onClick={() => {
                      handle.changeParameters({ searchQuery: row.filter });
                      onClose();
                    }}
                  >
                    Voir
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      ) : null}
    </Dialog>
  );
}
