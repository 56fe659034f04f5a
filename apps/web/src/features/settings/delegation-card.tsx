import type { Signer } from '@palier/contract';
import { formatDateRange, lackOf } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { french } from '../../lib/french.ts';
import { usePermission, useSession } from '../../lib/session/use-session.ts';
import { today } from '../../lib/today.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { SelectField } from '../../ui/field.tsx';
import styles from './settings-page.module.css';
import { listSigners, useDelegate } from './signature-api.ts';

/** Who signs, who signs for each while away, and to whom the caller gives her own signature. */
export function DelegationCard() {
  const { user } = useSession();
  const signs = usePermission('canValidatePhases');
  const { data } = useQuery(listSigners());
  if (!data) return null;
  const own = data.data.find(({ user_id }) => user_id === user?.sub) ?? null;
  const others = data.delegates.filter(({ user_id }) => user_id !== user?.sub);
  return (
    <Card title="Signer en cas d’absence" note={signs ? undefined : lackOf('canValidatePhases')}>
      <div className={styles.form}>
        <p className="muted">
          {french(
            'Pendant vos absences, quelqu’un signe en votre nom : c’est écrit comme tel. Il ne signe pas ce qu’il a soumis lui-même, sauf si la règle des signatures le permet.',
          )}
        </p>
        <ul className={styles.signers}>
          {data.data.map((signer) => (
            <li key={signer.user_id}>{signerText(signer)}</li>
          ))}
        </ul>
        {own && (
          <DelegationForm key={JSON.stringify(own.delegation)} delegation={own.delegation} others={others} />
        )}
      </div>
    </Card>
  );
}

function signerText({ name, delegation }: Signer): string {
  if (!delegation) return french(`${name} signe.`);
  const days = formatDateRange(delegation.from_date, delegation.to_date);
  return french(`${name} signe ; ${delegation.delegate_name} en son absence, ${days}.`);
}

interface DelegationFormProps {
  delegation: Signer['delegation'];
  others: readonly { user_id: string; name: string }[];
}

function DelegationForm({ delegation, others }: DelegationFormProps) {
  const [delegate_id, setDelegate] = useState(delegation?.delegate_id ?? '');
  const [from_date, setFrom] = useState(delegation?.from_date ?? today());
  const [to_date, setTo] = useState(delegation?.to_date ?? '');
  const delegate = useDelegate();
  const ready = delegate_id !== '' && from_date !== '' && to_date !== '' && from_date <= to_date;
  return (
    <form
      className={styles.delegation}
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) delegate.mutate({ delegate_id, from_date, to_date });
      }}
    >
      <SelectField
        label="Qui signe en mon absence"
        value={delegate_id}
        onChange={setDelegate}
        options={[
          { value: '', label: 'Personne' },
          ...others.map(({ user_id, name }) => ({ value: user_id, label: name })),
        ]}
      />
      <DateField label="Du" value={from_date} onChange={setFrom} />
      <DateField
        label="Au"
        value={to_date}
        onChange={setTo}
        min={from_date > today() ? from_date : today()}
      />
      <Button type="submit" disabled={!ready || delegate.isPending}>
        Confier ma signature
      </Button>
      {delegation && (
        <Button disabled={delegate.isPending} onClick={() => delegate.mutate(null)}>
          La reprendre
        </Button>
      )}
    </form>
  );
}
