import type { FieldDescription } from '@palier/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RuleGroupType } from 'react-querybuilder';
import { listItemFields } from '../../../lib/calls/list-item-fields.ts';
import { listPriceLists } from '../../../lib/calls/list-price-lists.ts';
import { FilterBuilder } from '../../../lib/filter/filter-builder.tsx';
import { FIRST_CONDITION, toBuilder, toQueryTree } from '../../../lib/filter/filter-tree.ts';
import { countOf, french } from '../../../lib/french.ts';
import { Button } from '../../../ui/button.tsx';
import { FieldGroup, SelectField } from '../../../ui/field.tsx';
import { Skeleton } from '../../../ui/marks.tsx';
import { PickList } from '../../../ui/pick-list.tsx';
import { listInventories, listOrderPeriods, listSalesLocations } from '../api/lookups.ts';
import type { ProjectDraft } from '../model/draft.ts';
import { OrdersAndForecasts } from './orders-and-forecasts.tsx';
import type { DraftPartProps } from './phase-fields.tsx';
import form from './project-form.module.css';
import { TakenProducts } from './taken-products.tsx';

/** What the project takes of the organisation's data: stocks, prices, places, orders and products. */
export function SelectionFields({ draft, project = null, onChange }: DraftPartProps) {
  const inventories = useQuery(listInventories());
  const locations = useQuery(listSalesLocations());
  const prices = useQuery(listPriceLists());
  const periods = useQuery(listOrderPeriods());
  return (
    <div className={form.form}>
      <div className={form.columns}>
        <PickList
          label="Sources de stock"
          all="Tous les lieux de stock"
          options={(inventories.data ?? []).map(placeOption)}
          chosen={draft.inventories}
          onChange={(chosen) => onChange({ ...draft, inventories: chosen })}
        />
        <PickList
          label="Lieux de vente"
          all="Tous les lieux de vente"
          options={(locations.data ?? []).map(placeOption)}
          chosen={draft.sales_locations}
          onChange={(chosen) => onChange({ ...draft, sales_locations: chosen })}
        />
        <SelectField
          label="Liste de prix"
          value={draft.price_list_id}
          onChange={(price_list_id) => onChange({ ...draft, price_list_id })}
          options={[
            { value: '', label: 'Prix de la fiche produit' },
            ...(prices.data ?? [])
              .filter(({ id }) => id !== '')
              .map((list) => ({ value: list.id, label: list.name })),
          ]}
        />
        <FieldGroup label="Commandes et prévisions">
          <OrdersAndForecasts draft={draft} onChange={onChange} />
          {draft.include_stock_on_order && (
            <PickList
              label="Mois attendus"
              all="Tout ce qui est attendu"
              options={(periods.data ?? []).map(({ id, label }) => ({ id, label, section: null }))}
              chosen={draft.on_order_periods}
              onChange={(on_order_periods) => onChange({ ...draft, on_order_periods })}
            />
          )}
        </FieldGroup>
      </div>
      <Products draft={draft} onChange={onChange} />
      <TakenProducts draft={draft} project={project} />
    </div>
  );
}

interface Place {
  code: string;
  name: string;
  city: string | null;
  country: string | null;
  kind: string;
}

const KINDS: Readonly<Record<string, string>> = {
  warehouse: 'Entrepôts',
  store: 'Magasins',
  web: 'En ligne',
};

/** Places stand under their country and what they are: a section is taken at once. */
function placeOption({ code, name, city, country, kind }: Place) {
  return {
    id: code,
    label: city && !name.includes(city) ? `${name}, ${city}` : name,
    section: [country, KINDS[kind] ?? kind].filter(Boolean).join(' · ') || null,
  };
}

type ProductsProps = Pick<DraftPartProps, 'draft' | 'onChange'>;

/** The products: named one by one (of an import), by conditions, or both. */
function Products({ draft, onChange }: ProductsProps) {
  const fields = useQuery(listItemFields());
  const { item_group_ids: named } = draft;
  return (
    <FieldGroup label="Produits">
      {named.length > 0 && (
        <div className="side-by-side">
          <span className="small">
            <b>{countOf(named.length, 'produit nommé', 'produits nommés')}</b>,{' '}
            {french('pris un à un par leur code : ceux des imports suivants n’y entreront pas.')}
          </span>
          <span className="spacer" />
          <Button small onClick={() => onChange({ ...draft, item_group_ids: [] })}>
            Choisir autrement
          </Button>
        </div>
      )}
      {fields.data ? (
        <ItemQuery
          fields={fields.data.filter(({ filterable }) => filterable)}
          query={draft.item_query}
          onChange={(item_query) => onChange({ ...draft, item_query })}
        />
      ) : (
        <Skeleton width={160} />
      )}
    </FieldGroup>
  );
}

interface ItemQueryProps {
  fields: readonly FieldDescription[];
  query: ProjectDraft['item_query'];
  onChange: (query: ProjectDraft['item_query']) => void;
}

/** Nested conditions on what the retailer's files say of products, as the listing's filter. */
function ItemQuery({ fields, query, onChange }: ItemQueryProps) {
  // Conditions still to fill are the builder's alone.
  const [builder, setBuilder] = useState<RuleGroupType | null>(() => query && toBuilder(query));
  const treeOf = (tree: RuleGroupType | null) => {
    const read = tree && toQueryTree(tree, fields);
    return read && read.rules.length > 0 ? read : null;
  };
  const change = (next: RuleGroupType | null): void => {
    setBuilder(next);
    const tree = treeOf(next);
    // The builder tells of itself as it opens, and of conditions to fill: neither changes what is asked.
    if (JSON.stringify(tree) !== JSON.stringify(treeOf(builder))) onChange(tree);
  };
  if (builder === null)
    return (
      <div>
        <Button icon="plus" small onClick={() => change(toBuilder(FIRST_CONDITION))}>
          Condition
        </Button>
      </div>
    );
  return (
    <FilterBuilder
      project={null}
      fields={fields}
      value={builder}
      onChange={(next) => change(next.rules.length > 0 ? next : null)}
    />
  );
}
