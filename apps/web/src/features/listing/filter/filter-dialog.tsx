import type { FieldDescription } from '@palier/contract';
import {
  isQueryValid,
  itemCountMessage,
  OPERATOR_LABELS,
  type Operator,
  operatorsOf,
  pruneQuery,
  type QueryTree,
} from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { type Field, QueryBuilder, type RuleGroupType, type Translations } from 'react-querybuilder';
import { countOf } from '../../../lib/french.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { countFilter } from '../api/queries.ts';
import type { PanelProps } from '../screen/panel-types.ts';
import { filterControls } from './filter-controls.tsx';
import styles from './filter-dialog.module.css';
import { fieldGroups, offeredFields } from './filter-fields.ts';

/** What a filter starts with: one condition to fill, on what products are most often chosen by. */
const FIRST_CONDITION: QueryTree = {
  combinator: 'and',
  rules: [{ field: 'brand', operator: 'in', value: [] }],
};

const TRANSLATIONS: Partial<Translations> = {
  fields: { title: 'Champ', placeholderName: '', placeholderLabel: 'Champ', placeholderGroupLabel: 'Champs' },
  operators: {
    title: 'Opérateur',
    placeholderName: '',
    placeholderLabel: 'Opérateur',
    placeholderGroupLabel: 'Opérateurs',
  },
  values: {
    title: 'Valeur',
    placeholderName: '',
    placeholderLabel: 'Valeur',
    placeholderGroupLabel: 'Valeurs',
  },
  value: { title: 'Valeur' },
  removeRule: { label: '×', title: 'Retirer la condition' },
  removeGroup: { label: '×', title: 'Retirer le groupe' },
  addRule: { label: 'Condition', title: 'Ajouter une condition' },
  addGroup: { label: 'Groupe', title: 'Ajouter un groupe de conditions' },
  combinators: { title: 'Et ou ou' },
  notToggle: { label: 'Sauf', title: 'Exclure ce qui répond à ce groupe' },
};

const COMBINATORS = [
  { name: 'and', value: 'and', label: 'toutes (et)' },
  { name: 'or', value: 'or', label: 'au moins une (ou)' },
];

function toField(field: FieldDescription): Field {
  const operators = operatorsOf(field.type).map((name) => ({
    name,
    value: name,
    label: OPERATOR_LABELS[name],
  }));
  return {
    name: field.id,
    value: field.id,
    label: field.label,
    operators,
    inputType: field.type,
    section: field.section,
  } as Field;
}

interface BuilderRule {
  field: string;
  operator: string;
  value: unknown;
}

/** Whether a condition says something; one still to fill keeps every product. */
function isComplete({ operator, value }: BuilderRule): boolean {
  if (operator === 'is_set' || operator === 'is_not_set') return true;
  const empty = (item: unknown): boolean => item === undefined || item === null || item === '';
  if (!Array.isArray(value)) return !empty(value);
  return operator === 'between' ? !value.some(empty) && value.length === 2 : !value.every(empty);
}

/** The builder's tree as the API's: without its ids and the conditions still to fill, lists cut, numbers read. */
export function toQueryTree(group: RuleGroupType, fields: readonly FieldDescription[]): QueryTree {
  const typeOf = (id: string): string => fields.find((field) => field.id === id)?.type ?? 'string';
  const scalar = (value: unknown, type: string): string | number | boolean => {
    if (type === 'boolean') return value === true || value === 'true';
    if (['number', 'integer', 'money', 'percent'].includes(type))
      return Number(String(value).replace(',', '.'));
    return String(value);
  };
  return {
    combinator: group.combinator === 'or' ? 'or' : 'and',
    ...(group.not ? { not: true } : {}),
    rules: group.rules.flatMap((node): QueryTree['rules'] => {
      if ('rules' in node) return [toQueryTree(node as RuleGroupType, fields)];
      const { field, operator, value } = node as BuilderRule;
      if (!isComplete(node as BuilderRule)) return [];
      if (operator === 'is_set' || operator === 'is_not_set') return [{ field, operator }];
      const type = typeOf(field);
      const values = Array.isArray(value) ? value.map((item) => scalar(item, type)) : scalar(value, type);
      return [{ field, operator: operator as Operator, value: values }];
    }),
  };
}

function toBuilder(tree: QueryTree): RuleGroupType {
  return {
    combinator: tree.combinator,
    not: tree.not ?? false,
    rules: tree.rules.map((node) =>
      'rules' in node ? toBuilder(node) : { ...node, value: node.value ?? '' },
    ),
  } as RuleGroupType;
}

/** Nested conditions in French, with values suggested and the number of products they keep. */
export function FilterDialog({ project, handle, fields, settings, onClose }: PanelProps): ReactNode {
  const { parameters } = handle.state;
  const [builder, setBuilder] = useState<RuleGroupType>(() =>
    toBuilder(parameters.searchQuery ?? FIRST_CONDITION),
  );
  const { searchQuery } = parameters;
  const offered = useMemo(
    () => offeredFields(fields, settings.unavailableFields, searchQuery),
    [fields, settings, searchQuery],
  );
  const builderFields = useMemo(
    () => fieldGroups(offered).map((group) => ({ label: group.label, options: group.fields.map(toField) })),
    [offered],
  );
  const tree = pruneQuery(toQueryTree(builder, fields));
  const valid =
    tree === null || isQueryValid(tree, { findField: (id) => offered.find((field) => field.id === id) });
  const count = useQuery({ ...countFilter(project._id, tree), enabled: valid });
  const message = itemCountMessage(!valid || count.isError ? 'invalid' : count.data);
  return (
    <Dialog
      title="Filtrer les produits"
      open
      onClose={onClose}
      width={880}
      actions={
        <>
          <span className={message ? 'attention' : 'muted'} role="status">
            {message ?? (count.data === undefined ? 'Calcul…' : '')}
          </span>
          <span className="spacer" />
          <Button onClick={() => setBuilder(toBuilder(FIRST_CONDITION))}>Tout retirer</Button>
          <Button
            tone="dark"
            disabled={!valid || count.isError}
            onClick={() => {
              handle.changeParameters({ searchQuery: tree });
              onClose();
            }}
          >
            {count.data === undefined
              ? 'Voir les produits'
              : `Voir ${countOf(count.data, 'produit', 'produits')}`}
          </Button>
        </>
      }
    >
      <QueryBuilder
        fields={builderFields}
        query={builder}
        onQueryChange={setBuilder}
        combinators={COMBINATORS}
        translations={TRANSLATIONS}
        listsAsArrays
        showNotToggle
        controlElements={filterControls}
        controlClassnames={{ queryBuilder: styles.builder }}
        context={{ project: project._id }}
        getDefaultField={() => (offered.find(({ id }) => id === 'brand') ?? offered[0])?.id ?? ''}
        getDefaultOperator={(field) =>
          offered.find(({ id }) => id === field)?.type === 'string' ? 'in' : 'gte'
        }
      />
    </Dialog>
  );
}
