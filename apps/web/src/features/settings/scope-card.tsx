import { useState } from 'react';
import { Checkbox } from '../../ui/field.tsx';
import { useChangeSettings } from './api.ts';
import { SettingCard } from './setting-card.tsx';
import { WithSettings } from './with-settings.tsx';

/** Whether scenarios and goals may be narrowed to some products. */
export function ScopeCard() {
  return (
    <WithSettings failure="La portée des scénarios n’a pas pu être chargée">
      {({ useScenarioScope }) => <ScopeForm key={String(useScenarioScope)} before={useScenarioScope} />}
    </WithSettings>
  );
}

function ScopeForm({ before }: { before: boolean }) {
  const [offered, setOffered] = useState(before);
  const save = useChangeSettings();
  return (
    <SettingCard
      title="Portée des scénarios"
      effect="Un scénario, comme un objectif donné à un groupe, peut ne concerner qu’une partie des produits. Sans portée, il les concerne tous ; ceux qui en ont déjà une la gardent."
      changed={offered !== before}
      busy={save.isPending}
      onSave={() => save.mutateAsync({ useScenarioScope: offered })}
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
