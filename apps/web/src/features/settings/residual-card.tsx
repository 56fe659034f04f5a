import type { ResidualValue } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '../../lib/api/errors.ts';
import { ResidualFields } from '../../lib/residual/residual-fields.tsx';
import { residualRuleFault, ruleTyped, typedRule } from '../../lib/residual/residual-rule.ts';
import { HeldSetting } from '../../lib/seen/held-setting.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { getResidualValue, useSetResidualValue } from './api.ts';
import { SettingCard } from './setting-card.tsx';

/** What a leftover keeps of its cost. */
export function ResidualCard() {
  const { data, isError, error, refetch } = useQuery(getResidualValue());
  if (isError)
    return (
      <ErrorState title="La valeur des invendus n’a pas pu être chargée" onRetry={() => void refetch()}>
        {errorMessage(error)}
      </ErrorState>
    );
  if (!data) return null;
  return (
    <HeldSetting query={getResidualValue()} now={data}>
      {(rule) => <ResidualForm rule={rule} />}
    </HeldSetting>
  );
}

function ResidualForm({ rule }: { rule: ResidualValue }) {
  const [typed, setTyped] = useState(() => typedRule(rule));
  const save = useSetResidualValue();
  const wanted = ruleTyped(typed);
  return (
    <SettingCard
      title="Valeur des invendus"
      effect="Part de son coût que garde une pièce invendue à la fin d’un projet. Elle entre dans toute « marge après invendus » : plans, comparaisons, ne rien faire, N−1. Les projets qui ont leur propre réglage le gardent."
      changed={JSON.stringify(typed) !== JSON.stringify(typedRule(rule))}
      fault={residualRuleFault(typed)}
      busy={save.isPending}
      onSave={(seen) => wanted && save.mutateAsync({ ...wanted, seen })}
    >
      {(disabled) => <ResidualFields typed={typed} disabled={disabled} onChange={setTyped} />}
    </SettingCard>
  );
}
