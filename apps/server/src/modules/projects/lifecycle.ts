import { gapSubject } from '@palier/domain';
import { inTransaction } from '../../db/transaction.ts';
import { definedOf } from '../../defined.ts';
import type { Deps } from '../../deps.ts';
import { conflict, notFound, refused } from '../../http/errors.ts';
import { today } from '../../local-time.ts';
import type { ProjectScope, Scope } from '../../scope.ts';
import { openGaps } from '../imports/index.ts';
import { lockOrganization, peopleNamed } from '../organizations/index.ts';
import { changeSeen } from '../seen/index.ts';
import { addSnapshotJob } from '../snapshots/index.ts';
import { requireLawful } from '../validation/index.ts';
import { requireNoSignature } from './approvals/need.ts';
import { goBackPhase } from './go-back.ts';
import { checkItemQuery, requireWithin } from './item-query.ts';
import { requirePermission } from './lifecycle-policy.ts';
import { settingsOf } from './present.ts';
import type { ProjectRow } from './repository.ts';
import {
  type ChangedProject,
  changeProject,
  createProject,
  isFiled,
  type NewProject,
  needsSnapshot,
  readForChange,
  readProject,
} from './service.ts';
import { readValidated, validateWorked } from './validating.ts';

type Needs = Pick<Deps, 'folders' | 'database' | 'queue' | 'events' | 'facts'>;

/** Creates a project and asks for its first snapshot. */
export async function addProject(deps: Needs, scope: Scope, project: NewProject): Promise<ProjectRow> {
  await checkItemQuery(deps, scope, project.selection);
  const { selection = {}, project_group_id = null } = project;
  await requireWithin(deps, scope, { selection, project_group_id });
  await requirePilot(deps, scope, project.pilot_user_id);
  const row = await inTransaction(deps.database.db, async (tx) => {
    await lockOrganization(tx, scope);
    const made = await createProject(tx, scope, project, today());
    await addSnapshotJob(tx, deps.queue, made);
    return readProject(tx, scope, made.project_id);
  });
  await announce(deps, scope, row.project_id, 'created');
  await deps.queue.wake('snapshot');
  return row;
}

/** @throws 404 for somebody who is not of the organisation, or no longer */
async function requirePilot(
  { database: { db } }: Pick<Needs, 'database'>,
  scope: Scope,
  user_id: string | null | undefined,
): Promise<void> {
  if (user_id === null || user_id === undefined) return;
  const people = await peopleNamed(db, scope);
  if (!people.some((one) => one.user_id === user_id)) throw notFound('Cette personne');
}

/**
 * Changes a project. A new working_phase validates the worked one; inputs of the snapshot recompute it.
 * @throws 403 when validating without the permission, 404, 409 also for settings that are no longer as seen, 422
 */
export async function editProject(
  deps: Needs,
  project: ProjectScope,
  changes: ChangedProject & {
    control_reason?: string | undefined;
    seen_version?: number | undefined;
    seen?: { data_date?: unknown } | undefined;
  },
): Promise<ProjectRow> {
  const { control_reason, seen_version, seen: read, ...asked } = changes;
  const { working_phase, ...others } = asked;
  // Read before the transaction: other writes need not wait for the disk.
  const seen = await readProject(deps.database.db, project, project.project_id);
  const validates = working_phase !== undefined && working_phase !== seen.working_phase;
  if (validates) requirePermission(project, 'canValidatePhases');
  if (Object.keys(definedOf(others)).length > 0) requirePermission(project, 'canEditProjects');
  await checkItemQuery(deps, project, others.selection);
  await requireWithin(deps, project, others);
  if (others.pilot_user_id !== seen.pilot_user_id) await requirePilot(deps, project, others.pilot_user_id);
  const closes = validates && seen.working_phase !== null;
  const watched = closes && (await requireNoSignature(deps, project, seen));
  const outlook = validates ? await readValidated(deps, project, seen) : null;
  if (closes && control_reason === undefined) await requireNoGap(deps, project);
  const judged = closes && (await requireLawful(deps, project, seen));
  const row = await inTransaction(deps.database.db, async (tx) => {
    if (isFiled(others)) await lockOrganization(tx, project);
    const before = await readForChange(tx, project);
    const advances = working_phase !== undefined && working_phase !== before.working_phase;
    if (closes && seen_version !== undefined && before.version !== seen_version)
      throw conflict(NO_LONGER_AS_READ);
    if ((watched || judged) && before.version !== seen.version) throw conflict(CHANGED_MEANWHILE);
    const validating = advances && before.working_phase !== null;
    if (validating) {
      if (!outlook) throw conflict('Cette démarque est déjà la démarque travaillée.');
      await validateWorked(tx, project, {
        ...{ seen, before, outlook, working_phase },
        reason: control_reason ?? null,
      });
    }
    let after = before;
    await changeSeen(tx, project, {
      ...{
        what: 'ce projet',
        subject: `project ${project.project_id}`,
        changes: others,
        seen: read && seenOf(read, before),
      },
      read: async () => settingsOf(after),
      write: async () => {
        after = await changeProject(tx, project, validating ? others : asked);
      },
    });
    if (advances || needsSnapshot(others)) await addSnapshotJob(tx, deps.queue, project);
    return after;
  });
  await announce(deps, project, project.project_id, 'updated');
  await deps.queue.wake('snapshot');
  return row;
}

/** A day that follows the data is nobody's choice: it is not compared with the one that was read. */
const seenOf = ({ data_date, ...others }: { data_date?: unknown }, before: ProjectRow): object =>
  before.data_date === null || data_date === undefined ? others : { data_date, ...others };

const NO_LONGER_AS_READ =
  'Des décisions ou des chiffres ont changé depuis que vous avez lu la liste de contrôle : relisez-la, puis validez.';
const CHANGED_MEANWHILE = 'Des décisions ont changé pendant le contrôle de la démarque : validez de nouveau.';

/** Gaps named in the sentence of a refusal. */
const NAMED_GAPS = 3;

/** A phase is not validated in silence on data that differ from the till. @throws 422 with the open gaps */
export async function requireNoGap(deps: Needs, scope: Scope): Promise<void> {
  const gaps = await openGaps(deps, scope);
  if (gaps.length === 0) return;
  const named = gaps.slice(0, NAMED_GAPS).map(gapSubject);
  const more = gaps.length > NAMED_GAPS ? ` et ${gaps.length - NAMED_GAPS} autres` : '';
  throw refused(
    `Des données s’écartent des totaux de la caisse (${named.join(' ; ')}${more}) : dites pourquoi vous validez.`,
    { gaps },
  );
}

/**
 * Goes back to the last validated phase of a project, or reopens a closed one; its figures are computed for it again.
 * @throws as `goBackPhase`
 */
export async function reopenPhase(deps: Needs, project: ProjectScope, reason: string): Promise<ProjectRow> {
  const row = await inTransaction(deps.database.db, async (tx) => {
    const before = await readForChange(tx, project);
    const after = await goBackPhase(tx, project, before, reason);
    await addSnapshotJob(tx, deps.queue, project);
    return after;
  });
  await announce(deps, project, project.project_id, 'updated');
  await deps.queue.wake('snapshot');
  return row;
}

/** Tells the organisation's browsers that a project is new, other, or gone. */
export async function announce(
  { events }: Pick<Deps, 'events'>,
  scope: Scope,
  project_id: string,
  change: 'created' | 'updated' | 'deleted',
) {
  await events.publish({
    type: 'project',
    organization_id: scope.organization_id,
    project_id,
    data: { project_id, change },
  });
}
