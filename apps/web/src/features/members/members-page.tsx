import type { Member } from '@palier/contract';
import { PERMISSIONS, ROLE_LABELS, ROLES } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '../../lib/api/errors.ts';
import { listGroups } from '../../lib/calls/list-groups.ts';
import { listItemFields } from '../../lib/calls/list-item-fields.ts';
import { countOf } from '../../lib/french.ts';
import { perimeterText } from '../../lib/perimeter-text.ts';
import { useLack } from '../../lib/session/use-refusal.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Avatar, Skeleton } from '../../ui/marks.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { Table, TableHead } from '../../ui/table.tsx';
import { AddMemberDialog } from './add-member-dialog.tsx';
import { listMembers, useChangeMember } from './api.ts';
import styles from './members.module.css';
import { PerimeterDialog } from './perimeter-dialog.tsx';
import { RemoveMemberDialog } from './remove-member-dialog.tsx';
import { RolesCard } from './roles-card.tsx';

/** The people of the organisation: who is what, adding, and taking out. */
export function MembersPage() {
  const lack = useLack('canManageMembers');
  const [adding, setAdding] = useState(false);
  const { data, isPending, isError, error, refetch } = useQuery({ ...listMembers(), enabled: lack === null });
  return (
    <Page>
      <title>Membres · Palier</title>
      <div className={styles.page}>
        <PageHead>
          <h1>Membres</h1>
          {data && <span className="muted">{countOf(data.data.length, 'membre', 'membres')}</span>}
          <span className="spacer" />
          <Button
            tone="primary"
            icon="plus"
            disabled={lack !== null}
            title={lack ?? undefined}
            onClick={() => setAdding(true)}
          >
            Ajouter un membre
          </Button>
        </PageHead>
        {lack !== null && (
          <EmptyState icon="user" title="Vous ne gérez pas les membres">
            {lack}
          </EmptyState>
        )}
        {isError && (
          <ErrorState title="Les membres n’ont pas pu être lus" onRetry={() => void refetch()}>
            {errorMessage(error)}
          </ErrorState>
        )}
        {lack === null && (
          <Card title="Qui fait quoi">
            {isPending ? <Skeleton width="80%" height={16} /> : <MemberTable members={data?.data ?? []} />}
          </Card>
        )}
        <RolesCard />
      </div>
      {adding && <AddMemberDialog onClose={() => setAdding(false)} />}
    </Page>
  );
}

function MemberTable({ members }: { members: readonly Member[] }) {
  const [leaving, setLeaving] = useState<Member | null>(null);
  const [limiting, setLimiting] = useState<Member | null>(null);
  return (
    <div className={styles.table}>
      <Table>
        <TableHead titles={['Nom', 'Adresse', 'Rôle', 'Périmètre', { hidden: 'Retirer' }]} />
        <tbody>
          {members.map((member) => (
            <MemberLine
              key={member.user_id}
              member={member}
              onLimit={() => setLimiting(member)}
              onRemove={() => setLeaving(member)}
            />
          ))}
        </tbody>
      </Table>
      {limiting && <PerimeterDialog member={limiting} onClose={() => setLimiting(null)} />}
      {leaving && <RemoveMemberDialog member={leaving} onClose={() => setLeaving(null)} />}
    </div>
  );
}

const permissionLabels: Readonly<Record<string, string>> = PERMISSIONS;

interface MemberLineProps {
  member: Member;
  onLimit: () => void;
  onRemove: () => void;
}

function MemberLine({ member, onLimit, onRemove }: MemberLineProps) {
  const { user } = useSession();
  const change = useChangeMember();
  const own = user?.sub === member.user_id;
  const granted = member.granted.map((name) => permissionLabels[name] ?? name);
  return (
    <tr data-member={member.email}>
      <th scope="row">
        <span className={styles.person}>
          <Avatar name={member.name} />
          {member.name}
          {own && <span className="muted">(vous)</span>}
        </span>
      </th>
      <td className="muted">{member.email}</td>
      <td>
        <SelectField
          label={`Rôle de ${member.name}`}
          hideLabel
          small
          value={member.role}
          disabled={change.isPending}
          onChange={(role) => change.mutate({ id: member.user_id, role, seen: { role: member.role } })}
          options={ROLES.map((role) => ({ value: role, label: ROLE_LABELS[role] }))}
        />
        {granted.length > 0 && <p className="tiny muted">{`et : ${granted.join(', ')}`}</p>}
      </td>
      <td>
        <PerimeterButton member={member} onLimit={onLimit} />
      </td>
      <td>
        <IconButton
          small
          icon="trash"
          tone="quiet"
          label={`Retirer ${member.name}`}
          title={own ? 'Un autre administrateur peut vous retirer, vous-même non.' : `Retirer ${member.name}`}
          disabled={own}
          onClick={onRemove}
        />
      </td>
    </tr>
  );
}

/** What a member reaches, as a button that changes it. */
function PerimeterButton({ member, onLimit }: Pick<MemberLineProps, 'member' | 'onLimit'>) {
  const groups = useQuery(listGroups());
  const fields = useQuery(listItemFields());
  const isWhole = member.role === 'administrator';
  return (
    <Button
      small
      disabled={isWhole}
      title={
        isWhole ? 'Un administrateur voit toute l’organisation.' : `Changer le périmètre de ${member.name}`
      }
      onClick={onLimit}
    >
      {perimeterText(member.perimeter, groups.data ?? [], fields.data ?? [])}
    </Button>
  );
}
