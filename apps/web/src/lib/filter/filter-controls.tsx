import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import type {
  ActionProps,
  ControlElementsProp,
  FullField,
  NotToggleProps,
  ValueEditorProps,
  ValueSelectorProps,
} from 'react-querybuilder';
import { Button, IconButton } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { FieldBox } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SearchPicker } from '../../ui/search-picker.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { listItemTerms, listTerms } from '../calls/list-terms.ts';
import { countOf } from '../french.ts';
import styles from './filter-controls.module.css';

interface Option {
  name: string;
  label: string;
  options?: readonly Option[];
}

function Select({ value, options, handleOnChange, title, disabled }: ValueSelectorProps): ReactNode {
  return (
    <FieldBox select small>
      <select
        aria-label={title}
        title={title}
        value={value}
        disabled={disabled}
        onChange={(event) => handleOnChange(event.target.value)}
      >
        {(options as readonly Option[]).map((option) =>
          option.options ? (
            <optgroup key={option.label} label={option.label}>
              {option.options.map((inner) => (
                <option key={inner.name} value={inner.name}>
                  {inner.label}
                </option>
              ))}
            </optgroup>
          ) : (
            <option key={option.name} value={option.name}>
              {option.label}
            </option>
          ),
        )}
      </select>
      <Icon name="chevron-down" size={12} />
    </FieldBox>
  );
}

/** Whether all the conditions of a group are asked, or one of them. */
function Combinator({ value, options, handleOnChange, title }: ValueSelectorProps): ReactNode {
  return (
    <Segmented
      small
      label={title ?? ''}
      value={value ?? 'and'}
      onChange={handleOnChange}
      options={(options as readonly Option[]).map(({ name, label }) => ({ value: name, label }))}
    />
  );
}

/** The field of a condition, among a hundred: searched, by section. */
function FieldSelect({ value, options, handleOnChange, title }: ValueSelectorProps): ReactNode {
  const groups = (options as readonly Option[]).map(({ label, options: inner }) => ({
    label,
    options: (inner ?? []).map((option) => ({ id: option.name, label: option.label })),
  }));
  const chosen = groups.flatMap((group) => group.options).find(({ id }) => id === value);
  return (
    <SearchPicker
      label={title ?? 'Champ'}
      sections={groups}
      value={value ?? null}
      onPick={handleOnChange}
      button={{ small: true }}
    >
      <span>{chosen?.label ?? 'Choisir un champ'}</span>
      <Icon name="chevron-down" size={12} />
    </SearchPicker>
  );
}

function Add({ handleOnClick, label, title }: ActionProps): ReactNode {
  return (
    <Button small icon="plus" title={title} onClick={(event) => handleOnClick(event)}>
      {label}
    </Button>
  );
}

function Remove({ handleOnClick, title }: ActionProps): ReactNode {
  return (
    <IconButton
      small
      tone="quiet"
      icon="close"
      label={title ?? 'Retirer'}
      onClick={(event) => handleOnClick(event)}
    />
  );
}

function NotToggle({ checked, handleOnChange, label, title }: NotToggleProps): ReactNode {
  return (
    <Button
      small
      tone="quiet"
      pressed={checked === true}
      title={title}
      onClick={() => handleOnChange(!checked)}
    >
      {label}
    </Button>
  );
}

const NUMERIC = new Set(['number', 'integer', 'money', 'percent']);

function Plain({
  value,
  label,
  type,
  unit,
  onChange,
}: {
  value: unknown;
  label: string;
  type: 'text' | 'number' | 'date';
  /** What a number counts, said after it. */
  unit?: string | undefined;
  onChange: (text: string) => void;
}): ReactNode {
  return (
    <FieldBox small {...(type === 'number' && { className: styles.number })}>
      <input
        aria-label={label}
        type={type}
        step="any"
        value={value === undefined || value === null ? '' : String(value)}
        onChange={(event) => onChange(event.target.value)}
      />
      {unit ? <span className="small">{unit}</span> : null}
    </FieldBox>
  );
}

/** Several values of a text field, suggested with their counts. */
function Terms({
  project,
  field,
  values,
  single,
  onChange,
}: {
  project: string | null;
  field: string;
  values: readonly string[];
  single: boolean;
  onChange: (values: string[]) => void;
}): ReactNode {
  const [text, setText] = useState('');
  const id = useId();
  // Asked for once they are wanted: a filter that is only read loads no values.
  const [wanted, setWanted] = useState(false);
  const counted = useQuery({
    ...listTerms(project ?? '', field, text),
    enabled: wanted && project !== null,
  });
  const received = useQuery({ ...listItemTerms(field, text), enabled: wanted && project === null });
  const terms = project === null ? received.data : counted.data;
  const add = (value: string): void => {
    if (value && !values.includes(value)) onChange(single ? [value] : [...values, value]);
    setText('');
  };
  const known = terms?.map((term) => String(term.value ?? '')) ?? [];
  return (
    <span className={styles.terms}>
      {values.map((value) => (
        <Chip key={value}>
          {value}
          <button
            type="button"
            aria-label={`Retirer ${value}`}
            onClick={() => onChange(values.filter((other) => other !== value))}
          >
            <Icon name="close" size={12} />
          </button>
        </Chip>
      ))}
      <FieldBox small>
        <input
          aria-label="Ajouter une valeur"
          placeholder="Ajouter une valeur"
          list={id}
          value={text}
          onChange={(event) =>
            known.includes(event.target.value) ? add(event.target.value) : setText(event.target.value)
          }
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add(text.trim());
          }}
          onFocus={() => setWanted(true)}
          onBlur={() => add(text.trim())}
        />
        <datalist id={id}>
          {terms?.map((term) => (
            <option key={String(term.value)} value={String(term.value ?? '')}>
              {term.item_group_count === null ? '' : countOf(term.item_group_count, 'produit', 'produits')}
            </option>
          ))}
        </datalist>
      </FieldBox>
    </span>
  );
}

function asList(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String).filter((item) => item !== '');
  return value === undefined || value === null || value === '' ? [] : [String(value)];
}

function ValueEditor({
  operator,
  value,
  handleOnChange,
  fieldData,
  context,
  field,
}: ValueEditorProps): ReactNode {
  if (operator === 'is_set' || operator === 'is_not_set') return null;
  const { inputType: type = 'string', unit } = fieldData as FullField & { inputType?: string; unit?: string };
  const project = (context as { project: string | null }).project;
  if (type === 'boolean') {
    return (
      <FieldBox select small>
        <select
          aria-label="Valeur"
          value={String(value)}
          onChange={(event) => handleOnChange(event.target.value)}
        >
          <option value="true">Oui</option>
          <option value="false">Non</option>
        </select>
      </FieldBox>
    );
  }
  const plain = type === 'date' ? 'date' : NUMERIC.has(type) ? 'number' : 'text';
  if (operator === 'between') {
    const [from, to] = asList(value);
    return (
      <span className="side-by-side">
        <Plain
          label="De"
          type={plain}
          unit={unit}
          value={from}
          onChange={(text) => handleOnChange([text, to ?? ''])}
        />
        <span className="muted">et</span>
        <Plain
          label="À"
          type={plain}
          unit={unit}
          value={to}
          onChange={(text) => handleOnChange([from ?? '', text])}
        />
      </span>
    );
  }
  const many = operator === 'in' || operator === 'not_in';
  if (plain === 'text' && (many || operator === 'equals' || operator === 'not_equals')) {
    return (
      <Terms
        project={project}
        field={field}
        values={asList(value)}
        single={!many}
        onChange={(values) => handleOnChange(many ? values : (values[0] ?? ''))}
      />
    );
  }
  if (many)
    return (
      <Plain
        label="Valeurs séparées par des points-virgules"
        type="text"
        value={asList(value).join(';')}
        onChange={(text) => handleOnChange(text.split(';'))}
      />
    );
  return (
    <Plain
      label="Valeur"
      type={plain}
      unit={unit}
      value={Array.isArray(value) ? value[0] : value}
      onChange={handleOnChange}
    />
  );
}

/** The builder's controls, drawn with our kit and named for screen readers. */
// biome-ignore lint/plugin: the builder types its controls by every shape of field, ours have one
export const filterControls = {
  fieldSelector: FieldSelect,
  operatorSelector: Select,
  combinatorSelector: Combinator,
  addRuleAction: Add,
  addGroupAction: Add,
  removeRuleAction: Remove,
  removeGroupAction: Remove,
  notToggle: NotToggle,
  valueEditor: ValueEditor,
} as unknown as ControlElementsProp<FullField, string>;
