import type { FieldDescription } from '@palier/contract';
import { OPERATOR_LABELS, operatorsOf } from '@palier/domain';
import { type ReactNode, useMemo } from 'react';
import { type Field, QueryBuilder, type RuleGroupType, type Translations } from 'react-querybuilder';
import styles from './filter-builder.module.css';
import { filterControls } from './filter-controls.tsx';
import { fieldGroups } from './filter-fields.ts';

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
  { name: 'and', value: 'and', label: 'ET' },
  { name: 'or', value: 'or', label: 'OU' },
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
    unit: field.type === 'percent' ? '%' : field.unit,
    section: field.section,
  } as Field;
}

interface FilterBuilderProps {
  /** The project whose values are suggested; null: those of all products received. */
  project: string | null;
  /** The fields that conditions may be on. */
  fields: readonly FieldDescription[];
  value: RuleGroupType;
  onChange: (value: RuleGroupType) => void;
}

/** Nested conditions in French, fields searched by section, values suggested with their counts. */
export function FilterBuilder({ project, fields, value, onChange }: FilterBuilderProps): ReactNode {
  const groups = useMemo(
    () => fieldGroups(fields).map((group) => ({ label: group.label, options: group.fields.map(toField) })),
    [fields],
  );
  return (
    <QueryBuilder
      fields={groups}
      query={value}
      onQueryChange={onChange}
      combinators={COMBINATORS}
      translations={TRANSLATIONS}
      listsAsArrays
      showNotToggle
      // An empty group says nothing: it opens with a condition to fill.
      addRuleToNewGroups
      controlElements={filterControls}
      controlClassnames={{ queryBuilder: styles.builder }}
      context={{ project }}
      getDefaultField={() => (fields.find(({ id }) => id === 'brand') ?? fields[0])?.id ?? ''}
      getDefaultOperator={(field) =>
        fields.find(({ id }) => id === field)?.type === 'string' ? 'in' : 'gte'
      }
    />
  );
}
