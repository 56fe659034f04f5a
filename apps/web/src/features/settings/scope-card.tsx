import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '../../lib/api/errors.ts';
import { getSettings } from '../../lib/calls/get-settings.ts';
import { Checkbox } from '../../ui/field.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useChangeSettings } from './api.ts';
import { SettingCard } from './setting-card.tsx';

/** Whether scenarios and goals may be narrowed to some products. */
export function ScopeCard() {
  const { data, isError, error, refetch } = useQuery(getSettings());
  if (isError)
    return (
      <ErrorState title="La portée des scénarios n’a pas pu être chargée" onRetry={() => void refetch()}>
        {errorMessage(error)}
      </ErrorState>
    );
  return data ? <ScopeForm key={String(data.useScenarioScope)} before={data.useScenarioScope} /> : null;
}

function ScopeForm({ before }: { before: boolean }) {
  const [offered, setOffered] = useState(before);
  const save = useChangeSettings();
  return (
    <SettingCard
      title="Portée des scénarios"
      effect="Un scénario, comme un objectif donné à un groupe, peut ne concerner qu’une partie des produits. Sans portée, il les concerne tous ; ceux qui en ont déjà une la gardent."
      ready={offered !== before}
      busy={save.isPending}
      onSave={() => save.mutate({ useScenarioScope: offered })}
    >
      {(disabled) => (
        <Checkbox
          label="Proposer de choisir les produits concernés"
          checked={offered}
          disabled={disabled}
          onChange={setOffered}
        />
      )}
    </SettingCard>
  );
}
