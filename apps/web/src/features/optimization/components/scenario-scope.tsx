import type { Scenario } from '@palier/contract';
import { formatQuantity, MISSING } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '../../../lib/api/errors.ts';
import { countOf } from '../../../lib/french.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox, SelectField } from '../../../ui/field.tsx';
import { Skeleton } from '../../../ui/marks.tsx';
import { getScopePreview, getScopeValues } from '../api/scope.ts';
import { sameDiscountFields } from '../model/scenario-draft.ts';
import { readScope, writeScope } from '../model/scope.ts';
import styles from './scenario-scope.module.css';

type Scope = Scenario['scope'];
export interface ScenarioScopeProps {
  projectId: string;
  scope: Scope;
  onChange: (scope: Scope) => void;
}

const fields = [{ value: '', label: 'Tous les produits' }, ...sameDiscountFields] as const;

/** Which products a scenario is about: all, or some values of a field; the first ones are named. */
export function ScenarioScope({ projectId, scope, onChange }: ScenarioScopeProps) {
  const simple = readScope(scope);
  const [field, setField] = useState<string>(simple?.field ?? '');
  const values = simple?.values ?? [];
  if (simple === undefined) {
    return (
      <div className={styles.scope}>
        <p className="small">
          Ce scénario porte sur une sélection écrite hors de cet écran : elle est gardée.
        </p>
        <Button small onClick={() => onChange(null)}>
          Porter sur tous les produits
        </Button>
        <Preview projectId={projectId} scope={scope} />
      </div>
    );
  }
  return (
    <div className={styles.scope}>
      <SelectField
        label="Produits concernés"
        value={field}
        options={fields.map(({ value, label }) => ({ value: value as string, label }))}
        onChange={(next) => {
          setField(next);
          onChange(null);
        }}
      />
      {field !== '' && (
        <Values
          projectId={projectId}
          field={field}
          chosen={values}
          onChange={(next) => onChange(writeScope({ field, values: next }))}
        />
      )}
      <Preview projectId={projectId} scope={scope} />
    </div>
  );
}

interface ValuesProps {
  projectId: string;
  field: string;
  chosen: readonly string[];
  onChange: (values: string[]) => void;
}

function Values({ projectId, field, chosen, onChange }: ValuesProps) {
  const { data, isPending, isError, error } = useQuery(getScopeValues(projectId, field));
  if (isPending) return <Skeleton width="60%" />;
  if (isError) return <p className="negative small">{errorMessage(error)}</p>;
  return (
    <fieldset className={styles.values} aria-label="Valeurs">
      {data.map(({ value, count }) => (
        <Checkbox
          key={value}
          label={
            <>
              {value} <span className="muted small">{formatQuantity(count)}</span>
            </>
          }
          checked={chosen.includes(value)}
          onChange={(checked) =>
            onChange(checked ? [...chosen, value] : chosen.filter((other) => other !== value))
          }
        />
      ))}
    </fieldset>
  );
}

function Preview({ projectId, scope }: { projectId: string; scope: Scope }) {
  const { data, isPending, isError, error } = useQuery(getScopePreview(projectId, scope ?? null));
  if (isError) return <p className="negative small">{errorMessage(error)}</p>;
  return (
    <section className={styles.preview} aria-label="Aperçu des produits concernés">
      <p className="small strong">
        {isPending ? MISSING : countOf(data.discount_count, 'produit', 'produits')}
      </p>
      <ul className="small muted">
        {data?.data.map((line) => (
          <li key={line._id}>
            {line.title ?? line.item_group_id} <span className="tiny">{line.item_group_id}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
