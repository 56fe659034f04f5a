import {
  LAW_LEVEL_LABELS,
  LAW_LEVELS,
  LAW_NOTICE,
  LAW_RULE_KEYS,
  LAW_RULES,
  type LawPolicy,
} from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '../../lib/api/errors.ts';
import { getLaw } from '../../lib/calls/get-law.ts';
import { french } from '../../lib/french.ts';
import { HeldSetting } from '../../lib/seen/held-setting.tsx';
import { SelectField } from '../../ui/field.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useSetLaw } from './api.ts';
import styles from './law-card.module.css';
import { SettingCard } from './setting-card.tsx';

/** What the rules of the law do to a validation, each with its text. */
export function LawCard() {
  const { data, isError, error, refetch } = useQuery(getLaw());
  if (isError)
    return (
      <ErrorState title="Les règles de la loi n’ont pas pu être chargées" onRetry={() => void refetch()}>
        {errorMessage(error)}
      </ErrorState>
    );
  if (!data) return null;
  return (
    <HeldSetting query={getLaw()} now={data}>
      {(before) => <LawForm before={before} />}
    </HeldSetting>
  );
}

function LawForm({ before }: { before: LawPolicy }) {
  const [policy, setPolicy] = useState(before);
  const save = useSetLaw();
  return (
    <SettingCard
      title="Ce que dit la loi"
      effect={`À chaque validation, ces règles notent, avertissent ou bloquent, avec les produits et leur CA prévu. La loi encadre l’annonce d’une réduction, pas le prix : aucune ne bloque sans votre choix. ${LAW_NOTICE}`}
      changed={LAW_RULE_KEYS.some((key) => policy[key] !== before[key])}
      busy={save.isPending}
      onSave={(seen) => save.mutateAsync({ ...policy, seen })}
    >
      {(disabled) => (
        <ul className={styles.rules}>
          {LAW_RULE_KEYS.map((key) => (
            <li key={key} className={styles.rule}>
              <SelectField
                label={LAW_RULES[key].label}
                disabled={disabled}
                value={policy[key]}
                options={LAW_LEVELS.map((level) => ({ value: level, label: LAW_LEVEL_LABELS[level] }))}
                onChange={(value) =>
                  setPolicy({ ...policy, [key]: LAW_LEVELS.find((level) => level === value) ?? policy[key] })
                }
              />
              <div>
                <p>{french(LAW_RULES[key].checks)}</p>
                <p className="tiny muted">{french(LAW_RULES[key].source)}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </SettingCard>
  );
}
