import type { ItemCounts } from '@palier/contract';
import { formatQuantity, itemCountMessage, OPERATOR_LABELS, type QueryRule } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { errorMessage } from '../../../lib/api/errors.ts';
import { countOf, french } from '../../../lib/french.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Checkbox, FieldGroup, SelectField, TextField } from '../../../ui/field.tsx';
import { Skeleton } from '../../../ui/marks.tsx';
import {
  countItems,
  listInventories,
  listItemFields,
  listPriceLists,
  listSalesLocations,
} from '../api/lookups.ts';
import { OrdersAndForecasts } from './orders-and-forecasts.tsx';
import type { DraftPartProps } from './phase-fields.tsx';
import form from './project-form.module.css';
import styles from './selection-fields.module.css';

const operators = ['equals', 'not_equals', 'contains', 'starts_with'] as const;

/** What the project takes of the organisation's data: stocks, prices, places and products. */
export function SelectionFields({ draft, onChange }: DraftPartProps) {
  const inventories = useQuery(listInventories());
  const locations = useQuery(listSalesLocations());
  const prices = useQuery(listPriceLists());
  return (
    <div className={form.form}>
      <div className={form.columns}>
        <PlaceList
          title="Sources de stock"
          all="Tous les lieux de stock"
          places={inventories.data}
          chosen={draft.inventories}
          onChange={(chosen) => onChange({ ...draft, inventories: chosen })}
        />
        <PlaceList
          title="Lieux de vente"
          all="Tous les lieux de vente"
          places={locations.data}
          chosen={draft.sales_locations}
          onChange={(chosen) => onChange({ ...draft, sales_locations: chosen })}
        />
        <SelectField
          label="Liste de prix"
          value={draft.price_list_id}
          onChange={(price_list_id) => onChange({ ...draft, price_list_id })}
          options={[
            { value: '', label: 'Prix de la fiche produit' },
            ...(prices.data ?? []).map((list) => ({ value: list.id, label: list.name })),
          ]}
        />
        <FieldGroup label="Commandes et prévisions">
          <OrdersAndForecasts draft={draft} onChange={onChange} />
        </FieldGroup>
      </div>
      {draft.item_group_ids.length > 0 ? (
        <NamedProducts
          count={draft.item_group_ids.length}
          onForget={() => onChange({ ...draft, item_group_ids: [] })}
        />
      ) : (
        <ItemRules rules={draft.item_rules} onChange={(item_rules) => onChange({ ...draft, item_rules })} />
      )}
    </div>
  );
}

function PlaceList(props: {
  title: string;
  all: string;
  places: readonly { code: string; name: string; city: string | null }[] | undefined;
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}) {
  const { title, all, places, chosen, onChange } = props;
  return (
    <FieldGroup label={title}>
      <div className={styles.choices}>
        {!places && <Skeleton width={160} />}
        {places && <Checkbox label={all} checked={chosen.length === 0} onChange={() => onChange([])} />}
        {places?.map(({ code, name, city }) => (
          <Checkbox
            key={code}
            label={city && !name.includes(city) ? `${name}, ${city}` : name}
            checked={chosen.includes(code)}
            onChange={(checked) =>
              onChange(checked ? [...chosen, code] : chosen.filter((other) => other !== code))
            }
          />
        ))}
      </div>
    </FieldGroup>
  );
}

/** Products of an import that nothing but their codes says: what that means, and the way out of it. */
function NamedProducts({ count, onForget }: { count: number; onForget: () => void }) {
  return (
    <FieldGroup label="Produits">
      <div className="side-by-side">
        <span className="small">
          <b>{countOf(count, 'produit de l’import', 'produits de l’import')}</b>,{' '}
          {french('pris un à un par leur code : ceux des imports suivants n’y entreront pas.')}
        </span>
        <span className="spacer" />
        <Button small onClick={onForget}>
          Choisir autrement
        </Button>
      </div>
    </FieldGroup>
  );
}

function ItemRules({
  rules,
  onChange,
}: {
  rules: readonly QueryRule[];
  onChange: (rules: QueryRule[]) => void;
}) {
  const fields = useQuery(listItemFields());
  const texts = (fields.data ?? []).filter((field) => field.filterable && field.type === 'string');
  const complete = rules.filter((rule) => rule.field !== '' && rule.value !== '');
  const query = useDeferredValue(
    complete.length > 0 ? { combinator: 'and' as const, rules: complete } : null,
  );
  const counts = useQuery(countItems(query));
  const change = (at: number, changes: Partial<QueryRule>) =>
    onChange(rules.map((rule, index) => (index === at ? { ...rule, ...changes } : rule)));
  return (
    <FieldGroup label="Produits">
      {rules.map((rule, index) => (
        // Rules have no identity but their place in the list.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div className={styles.condition} key={index}>
          <SelectField
            label={`Champ de la condition ${index + 1}`}
            hideLabel
            value={rule.field}
            onChange={(field) => change(index, { field })}
            options={[
              { value: '', label: 'Choisir un champ' },
              ...texts.map(({ id, label }) => ({ value: id, label })),
            ]}
          />
          <SelectField
            label={`Opérateur de la condition ${index + 1}`}
            hideLabel
            value={rule.operator}
            onChange={(operator) => change(index, { operator })}
            options={operators.map((value) => ({ value, label: OPERATOR_LABELS[value] }))}
          />
          <TextField
            label={`Valeur de la condition ${index + 1}`}
            hideLabel
            value={String(rule.value ?? '')}
            onChange={(value) => change(index, { value })}
          />
          <IconButton
            icon="trash"
            label={`Retirer la condition ${index + 1}`}
            onClick={() => onChange(rules.filter((_, other) => other !== index))}
          />
        </div>
      ))}
      <div className="side-by-side">
        <Button
          icon="plus"
          small
          onClick={() => onChange([...rules, { field: '', operator: 'equals', value: '' }])}
        >
          Condition
        </Button>
        <span className="spacer" />
        <ItemCount
          data={counts.data}
          error={counts.isError ? errorMessage(counts.error) : null}
          all={rules.length === 0}
        />
      </div>
    </FieldGroup>
  );
}

function ItemCount(props: { data: ItemCounts | undefined; error: string | null; all: boolean }) {
  if (props.error) return <span className="negative small">{props.error}</span>;
  if (!props.data) return <Skeleton width={160} />;
  const { item_count, item_group_count, excluded_count = 0 } = props.data;
  const nothing = itemCountMessage(item_group_count + excluded_count);
  if (nothing) return <span className="attention small">{nothing}</span>;
  return (
    <span className="small" role="status">
      {props.all ? 'Tous les produits' : 'Produits pris'}
      {french(' : ')}
      <b>{formatQuantity(item_group_count)}</b>, {countOf(item_count, 'variante', 'variantes')}
      {excluded_count > 0 && (
        <span className="muted">
          {', '}
          {countOf(excluded_count, 'écarté', 'écartés')} par le contrôle des données
        </span>
      )}
    </span>
  );
}
