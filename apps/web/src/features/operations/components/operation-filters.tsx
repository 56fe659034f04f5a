import { formatQuantity } from '@palier/domain';
import { Button } from '../../../ui/button.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import type { OperationSort, RowFilter } from '../model/rows.ts';
import type { OperationState } from '../model/state.ts';
import styles from './operation-filters.module.css';

type Choices = Omit<RowFilter, 'closed'>;

const sortLabels: Record<OperationSort, string> = {
  state: 'État, en cours d’abord',
  date: 'Date, la plus récente d’abord',
  name: 'Nom',
  sales: 'CA, décroissant',
  stock: 'Valeur du stock, décroissante',
  alerts: 'Alertes, décroissantes',
};

export interface OperationFiltersProps {
  choices: Choices;
  /** Who is signed in. */
  me: string | null;
  counts: Record<OperationState | 'all', number>;
  /** Projects with an alert. */
  alertedCount: number;
  onChange: (choices: Choices) => void;
}

/** Search, state, alerts and order of the operations. */
export function OperationFilters({ choices, me, counts, alertedCount, onChange }: OperationFiltersProps) {
  return (
    <search className={styles.filters}>
      <TextField
        label="Chercher une opération ou un projet"
        hideLabel
        icon="search"
        type="search"
        placeholder="Opération, projet, pilote"
        className={styles.search}
        value={choices.typed}
        onChange={(typed) => onChange({ ...choices, typed })}
      />
      <Segmented
        label="État des opérations"
        value={choices.state}
        onChange={(state) => onChange({ ...choices, state })}
        options={[
          { value: 'all', label: 'Toutes', count: formatQuantity(counts.all) },
          { value: 'ongoing', label: 'En cours', count: formatQuantity(counts.ongoing) },
          { value: 'preparing', label: 'À préparer', count: formatQuantity(counts.preparing) },
          { value: 'ended', label: 'Terminées', count: formatQuantity(counts.ended) },
        ]}
      />
      <Button
        icon="user"
        pressed={choices.pilot !== null}
        disabled={me === null}
        onClick={() => onChange({ ...choices, pilot: choices.pilot === null ? me : null })}
      >
        Mes projets
      </Button>
      <Button
        icon="warning"
        pressed={choices.withAlerts}
        onClick={() => onChange({ ...choices, withAlerts: !choices.withAlerts })}
      >
        {alertedCount > 0 ? `Avec alertes ${formatQuantity(alertedCount)}` : 'Avec alertes'}
      </Button>
      <span className="spacer" />
      <SelectField
        label="Ordre des opérations"
        hideLabel
        value={choices.sort}
        onChange={(sort) => onChange({ ...choices, sort })}
        options={(Object.keys(sortLabels) as OperationSort[]).map((value) => ({
          value,
          label: sortLabels[value],
        }))}
      />
    </search>
  );
}
