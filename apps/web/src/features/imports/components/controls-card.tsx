import { type ControlTotal, formatMoney, formatPercent, formatQuantity, monthLabel } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '../../../lib/api/errors.ts';
import { getControls } from '../../../lib/calls/get-controls.ts';
import { countOf, french } from '../../../lib/french.ts';
import { useOrganizationLack } from '../../../lib/session/use-refusal.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { TextField } from '../../../ui/field.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { Table, TableHead } from '../../../ui/table.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { useSetControls } from '../api/controls.ts';
import { noTotal, totalTyped, withoutTotal, withTotal } from '../model/controls.ts';
import styles from './check-view.module.css';
import { GapsList } from './gaps-list.tsx';
import tables from './import-table.module.css';

/** The totals that the retailer's till says, typed or dropped, and where the data in place differ from them. */
export function ControlsCard() {
  const { data, isError, error, refetch } = useQuery(getControls());
  const save = useSetControls();
  const lack = useOrganizationLack('canImport');
  if (isError)
    return (
      <ErrorState title="Les totaux de contrôle n’ont pas pu être chargés" onRetry={() => void refetch()}>
        {errorMessage(error)}
      </ErrorState>
    );
  if (!data) return null;
  const { data: totals, gaps, currency, tolerance } = data;
  return (
    <Card
      title="Totaux de la caisse"
      note={french(`écart toléré : ${formatPercent(tolerance * 100)}`)}
      tools={
        totals.length > 0 && (
          <Tag tone={gaps.length > 0 ? 'attention' : 'good'}>
            {gaps.length > 0 ? countOf(gaps.length, 'écart', 'écarts') : 'aucun écart'}
          </Tag>
        )
      }
    >
      {gaps.length > 0 && <GapsList gaps={gaps} currency={currency} />}
      {totals.length > 0 && (
        <TotalsTable
          totals={totals}
          currency={currency}
          disabled={save.isPending || lack !== null}
          onRemove={(removed) => save.mutate((standing) => withoutTotal(standing, removed))}
        />
      )}
      <p className={`muted small ${styles.subject}`}>
        Saisissez un total, ou déposez le fichier de la caisse avec les autres : mois, magasin, CA TTC,
        pièces, stock.{lack && ` ${lack}`}
      </p>
      <AddTotal
        disabled={save.isPending || lack !== null}
        onAdd={(total) => save.mutate((standing) => withTotal(standing, total))}
      />
    </Card>
  );
}

interface TotalsTableProps {
  totals: readonly ControlTotal[];
  currency: string;
  disabled: boolean;
  onRemove: (total: ControlTotal) => void;
}

function TotalsTable({ totals, currency, disabled, onRemove }: TotalsTableProps) {
  return (
    <div className={`${tables.scroll} ${styles.controls}`}>
      <Table className={tables.table}>
        <TableHead
          titles={[
            'Mois',
            'Lieu',
            { figure: 'CA TTC' },
            { figure: 'Pièces' },
            { figure: 'Stock' },
            { hidden: 'Retirer' },
          ]}
        />
        <tbody>
          {totals.map((total) => {
            const { month, place, revenue, quantity, stock } = total;
            const name = `${monthLabel(month, [])}, ${place ?? 'tous les lieux'}`;
            return (
              <tr key={name}>
                <td>{monthLabel(month, [])}</td>
                <td>{place ?? 'tous les lieux'}</td>
                <td className="figure">{formatMoney(revenue, currency)}</td>
                <td className="figure">{formatQuantity(quantity)}</td>
                <td className="figure">{formatQuantity(stock)}</td>
                <td className="figure">
                  <IconButton
                    small
                    tone="quiet"
                    icon="close"
                    label={`Retirer le total de ${name}`}
                    disabled={disabled}
                    onClick={() => onRemove(total)}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </Table>
    </div>
  );
}

function AddTotal({ disabled, onAdd }: { disabled: boolean; onAdd: (total: ControlTotal) => void }) {
  const [typed, setTyped] = useState(noTotal);
  const total = totalTyped(typed);
  return (
    <form
      className={styles.addTotal}
      onSubmit={(event) => {
        event.preventDefault();
        if (!total) return;
        onAdd(total);
        setTyped(noTotal);
      }}
    >
      <TextField
        label="Mois"
        type="month"
        value={typed.month}
        onChange={(month) => setTyped({ ...typed, month })}
      />
      <TextField
        label="Lieu"
        placeholder="tous"
        value={typed.place}
        onChange={(place) => setTyped({ ...typed, place })}
      />
      <TextField
        label="CA TTC"
        inputMode="decimal"
        value={typed.revenue}
        onChange={(revenue) => setTyped({ ...typed, revenue })}
      />
      <TextField
        label="Pièces"
        inputMode="numeric"
        value={typed.quantity}
        onChange={(quantity) => setTyped({ ...typed, quantity })}
      />
      <TextField
        label="Stock"
        inputMode="numeric"
        value={typed.stock}
        onChange={(stock) => setTyped({ ...typed, stock })}
      />
      <Button type="submit" disabled={disabled || total === null}>
        Ajouter
      </Button>
    </form>
  );
}
