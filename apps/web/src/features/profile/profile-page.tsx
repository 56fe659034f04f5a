import {
  GOAL_LABELS,
  GOAL_SORT_KEYS,
  type GoalSortKey,
  OPTIMIZATION_GOALS,
  type OptimizationGoal,
  PERMISSIONS,
} from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { listGroups } from '../../lib/calls/list-groups.ts';
import { useNewListing } from '../../lib/new-listing.ts';
import { perimeterText } from '../../lib/perimeter-text.ts';
import { session } from '../../lib/session/app-session.ts';
import { usePerimeter } from '../../lib/session/perimeter.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { storageKeys } from '../../lib/storage.ts';
import { isStringList, useStored } from '../../lib/use-stored.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox, FieldLabel, SelectField } from '../../ui/field.tsx';
import { Avatar } from '../../ui/marks.tsx';
import { Page } from '../../ui/page.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Tag } from '../../ui/tag.tsx';
import { MailCard } from './mail-card.tsx';
import styles from './profile-page.module.css';

const permissionLabels: Readonly<Record<string, string>> = PERMISSIONS;

/** The signed-in user: identity, permissions, and the choices kept in this browser. */
export function ProfilePage() {
  const { user, permissions } = useSession();
  const perimeter = usePerimeter();
  const groups = useQuery({ ...listGroups(), enabled: perimeter !== null });
  const name = user?.name ?? user?.email ?? 'Utilisateur';
  const granted = user ? permissions[user.sub] : undefined;
  return (
    <Page reading>
      <title>Profil · Palier</title>
      <h1>Profil</h1>
      <Card title="Identité">
        <div className={styles.identity}>
          <Avatar name={name} />
          <dl>
            <Line term="Nom">{name}</Line>
            <Line term="Adresse">{user?.email ?? '-'}</Line>
            <Line term="Organisation">{user?.org_name ?? user?.org_id ?? '-'}</Line>
            <Line term="Périmètre">{perimeterText(perimeter, groups.data ?? [])}</Line>
          </dl>
          <span className="spacer" />
          <Button icon="log-out" onClick={() => void session.logout()}>
            Se déconnecter
          </Button>
        </div>
      </Card>
      <Card title="Droits" note="donnés par votre administrateur">
        <PermissionList granted={granted} />
      </Card>
      <MailCard />
      <Card title="Préférences" note="gardées dans ce navigateur">
        <Preferences />
      </Card>
    </Page>
  );
}

function Line({ term, children }: { term: string; children: string }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function PermissionList({ granted }: { granted: Readonly<Record<string, boolean>> | undefined }) {
  if (!granted) return <p className={`${styles.padded} muted`}>Droits en cours de chargement…</p>;
  const names = [...new Set([...Object.keys(permissionLabels), ...Object.keys(granted)])].filter(
    (key) => key in granted,
  );
  if (names.length === 0) return <p className={`${styles.padded} muted`}>Aucun droit particulier.</p>;
  return (
    <ul className={styles.rights}>
      {names.map((key) => (
        <li key={key}>
          <span>{permissionLabels[key] ?? key}</span>
          <Tag tone={granted[key] ? 'good' : 'neutral'}>{granted[key] ? 'Oui' : 'Non'}</Tag>
        </li>
      ))}
    </ul>
  );
}

function isDisplayMode(value: unknown): value is 'default' | 'compact' {
  return value === 'default' || value === 'compact';
}

function isGoalSort(value: unknown): value is GoalSortKey {
  return GOAL_SORT_KEYS.some((key) => key === value);
}

function Preferences() {
  const [mode, setMode] = useStored(storageKeys.listingDisplayMode, isDisplayMode, 'default');
  const [newListing, setNewListing] = useNewListing();
  const [sort, setSort] = useStored<GoalSortKey>(storageKeys.goalSort, isGoalSort, 'profit');
  const [hidden, setHidden] = useStored<string[]>(storageKeys.goalHidden, isStringList, []);
  const toggle = (goal: OptimizationGoal, shown: boolean) =>
    setHidden(shown ? hidden.filter((other) => other !== goal) : [...hidden, goal]);
  return (
    <div className={styles.preferences}>
      <FieldLabel>Hauteur des lignes du listing</FieldLabel>
      <Segmented
        label="Hauteur des lignes du listing"
        value={mode}
        onChange={setMode}
        options={[
          { value: 'default', label: 'Normale' },
          { value: 'compact', label: 'Compacte' },
        ]}
      />
      <FieldLabel>Écran de la démarque</FieldLabel>
      <Segmented
        label="Écran de la démarque"
        value={newListing ? 'listing' : 'dashboard'}
        onChange={(value) => setNewListing(value === 'listing')}
        options={[
          { value: 'listing', label: 'Listing' },
          { value: 'dashboard', label: 'Tableau' },
        ]}
      />
      <FieldLabel>Ordre des objectifs</FieldLabel>
      <SelectField
        label="Ordre des objectifs"
        hideLabel
        value={sort}
        onChange={setSort}
        options={GOAL_SORT_KEYS.map((key) => ({ value: key, label: GOAL_LABELS[key] }))}
      />
      <FieldLabel>Objectifs proposés</FieldLabel>
      <div className={styles.goals}>
        {OPTIMIZATION_GOALS.map((goal) => (
          <Checkbox
            key={goal}
            label={GOAL_LABELS[goal]}
            checked={!hidden.includes(goal)}
            onChange={(shown) => toggle(goal, shown)}
          />
        ))}
      </div>
      <FieldLabel>Langue</FieldLabel>
      <span>Français</span>
    </div>
  );
}
