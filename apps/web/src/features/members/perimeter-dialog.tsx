import type { Member } from '@palier/contract';
import type { Perimeter } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { formApi } from '../../lib/api/client.ts';
import { listGroups } from '../../lib/calls/list-groups.ts';
import { listItemFields } from '../../lib/calls/list-item-fields.ts';
import { listItemTerms } from '../../lib/calls/list-terms.ts';
import { french } from '../../lib/french.ts';
import { notifySuccess } from '../../lib/notifications.ts';
import { BegunForm } from '../../lib/seen/begun-form.tsx';
import { ClashNotice, REPLACE } from '../../lib/seen/clash-notice.tsx';
import { useSeen } from '../../lib/seen/use-seen.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/field.tsx';
import { PickList } from '../../ui/pick-list.tsx';
import { useChangeMember } from './api.ts';
import styles from './members.module.css';

type Condition = Perimeter['fields'][number];

/** What is offered first: what products are most often shared out by. */
const FIRST = ['section', 'brand', 'family'];

interface PerimeterDialogProps {
  member: Member;
  onClose: () => void;
}

/** Limits a member to some products and some groups of projects. */
export function PerimeterDialog({ member, onClose }: PerimeterDialogProps) {
  return (
    <BegunForm from={member}>
      {(began, beginAgain) => <PerimeterForm member={began} onClose={onClose} onTake={beginAgain} />}
    </BegunForm>
  );
}

interface PerimeterFormProps extends PerimeterDialogProps {
  onTake: (now: object) => void;
}

function PerimeterForm({ member, onClose, onTake }: PerimeterFormProps) {
  const [perimeter, setPerimeter] = useState<Perimeter>(
    () => member.perimeter ?? { project_groups: [], fields: [] },
  );
  const groups = useQuery(listGroups());
  const change = useChangeMember(formApi);
  const seen = useSeen(member);
  const save = () =>
    change.mutate(
      { id: member.user_id, perimeter, seen: seen.of({ perimeter }) },
      {
        onError: seen.refused,
        onSuccess: () => {
          notifySuccess(french(`Le périmètre de ${member.name} est enregistré.`));
          onClose();
        },
      },
    );
  return (
    <Dialog
      title={`Périmètre de ${member.name}`}
      open
      onClose={onClose}
      width={560}
      actions={
        <>
          <Button onClick={onClose}>Annuler</Button>
          <Button tone="primary" disabled={change.isPending} onClick={save}>
            {seen.clash ? REPLACE : 'Enregistrer'}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <ClashNotice clash={seen.clash} onTake={onTake} />
        <p className="small muted">
          Ce qui n’est pas choisi ici n’existe pas pour cette personne : ni listé, ni compté, ni additionné.
          Les actes sur un projet entier lui demandent le projet entier.
        </p>
        <Conditions
          conditions={perimeter.fields}
          onChange={(fields) => setPerimeter({ ...perimeter, fields })}
        />
        <PickList
          label="Groupes de projets"
          all="Tous les projets"
          options={(groups.data ?? []).map(({ _id, name }) => ({ id: _id, label: name, section: null }))}
          chosen={perimeter.project_groups}
          onChange={(project_groups) => setPerimeter({ ...perimeter, project_groups })}
        />
      </div>
    </Dialog>
  );
}

interface ConditionsProps {
  conditions: readonly Condition[];
  onChange: (conditions: Condition[]) => void;
}

function Conditions({ conditions, onChange }: ConditionsProps) {
  const fields = useQuery(listItemFields());
  const offered = (fields.data ?? [])
    .filter(({ type }) => type === 'string')
    .sort((one, other) => rank(one.id) - rank(other.id));
  const free = offered.filter(({ id }) => !conditions.some(({ field }) => field === id));
  const [first] = free;
  const put = (place: number, condition: Condition) => onChange(conditions.with(place, condition));
  return (
    <>
      {conditions.map((condition, place) => (
        <div key={condition.field} className={styles.condition}>
          <SelectField
            label="Champ"
            value={condition.field}
            onChange={(field) => put(place, { field, values: [] })}
            options={offered
              .filter((field) => field.id === condition.field || free.includes(field))
              .map(({ id, label }) => ({ value: id, label }))}
          />
          <Values condition={condition} onChange={(values) => put(place, { ...condition, values })} />
          <IconButton
            small
            icon="close"
            tone="quiet"
            label="Retirer la condition"
            onClick={() => onChange(conditions.filter((other) => other !== condition))}
          />
        </div>
      ))}
      {first && (
        <div>
          <Button
            small
            icon="plus"
            onClick={() => onChange([...conditions, { field: first.id, values: [] }])}
          >
            Condition sur les produits
          </Button>
        </div>
      )}
    </>
  );
}

function Values({ condition, onChange }: { condition: Condition; onChange: (values: string[]) => void }) {
  const [typed, setTyped] = useState('');
  const searched = useDeferredValue(typed);
  // A field may have more values than are listed at once: those are searched among all of them.
  const first = useQuery(listItemTerms(condition.field, ''));
  const found = useQuery(listItemTerms(condition.field, searched));
  const known = [...(first.data ?? []), ...(found.data ?? [])].map(({ value }) => String(value));
  const options = [...new Set([...known, ...condition.values])];
  return (
    <PickList
      label="Valeurs"
      all="Toutes les valeurs"
      options={options.map((value) => ({ id: value, label: value, section: null }))}
      chosen={condition.values}
      onChange={onChange}
      onSearch={setTyped}
    />
  );
}

function rank(id: string): number {
  const place = FIRST.indexOf(id);
  return place < 0 ? FIRST.length : place;
}
