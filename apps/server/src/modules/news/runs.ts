import { holdsPermission, lateData, permissionsOf } from '@palier/domain';
import type { Db } from '../../db/database.ts';
import { today } from '../../local-time.ts';
import { systemScope } from '../../scope.ts';
import { listMembers } from '../organizations/index.ts';
import { openProject } from '../projects/index.ts';
import type { Tell } from './acts.ts';
import { addNews, type NewNews, participantsOf } from './repository.ts';
import { arrivals, arrivedData, type EndedRun, endedRuns } from './runs-repository.ts';

const LABELS: Readonly<Record<EndedRun['kind'], string>> = {
  import: 'Import de vos fichiers',
  optimization: 'Optimisation',
  rules: 'Application des règles',
};

/** Tells each person how the work that she asked for ended. */
export async function collectRuns(db: Db, tell: Tell): Promise<void> {
  for (const run of await endedRuns(db)) {
    const reached = await addNews(db, run, [newsOfRun(run)]);
    await tell(run.organization_id, reached);
  }
}

function newsOfRun(run: EndedRun): NewNews {
  const { kind, job_id, project_id, created_by, finished_at, error, import_id } = run;
  const failed = run.status === 'failed';
  const said = kind === 'import' ? (failed ? 'import_failed' : 'imported') : failed ? 'run_failed' : 'run';
  return {
    ...{ user_id: created_by, kind: said, project_id, source_id: job_id, actor_id: null, actor_name: null },
    happened_at: finished_at,
    details: {
      label: run.is_check ? 'Contrôle de vos fichiers' : LABELS[kind],
      ...(kind !== 'import' && { run: kind }),
      ...(import_id !== null && { import_id }),
      ...(failed && error !== null && { comment: error }),
    },
  };
}

/** Tells those who work on a project that its figures are of data that have arrived; not who sent them. */
export async function collectData(db: Db, tell: Tell): Promise<void> {
  for (const { organization_id, project_id, version, data_date, over, ...data } of await arrivedData(db)) {
    const scope = systemScope(organization_id);
    const project = await openProject(db, scope, project_id);
    const members = new Set((await listMembers(db, scope)).map(({ user_id }) => user_id));
    const people = (await participantsOf(db, project)).filter(
      (user_id) => members.has(user_id) && user_id !== data.published_by,
    );
    const reached = await addNews(
      db,
      scope,
      people.map((user_id) => ({
        ...{ user_id, kind: 'data' as const, project_id },
        // What arrives once a project is over does not move its day: it is said once.
        source_id: `${project_id} ${over ? data_date : version}`,
        ...{ actor_id: null, actor_name: null, happened_at: data.published_at },
        details: { version, data_date },
      })),
    );
    await tell(organization_id, reached);
  }
}

/** Tells those who import that an organisation's data are later than usual: once for each arrival that is waited for. */
export async function collectLateness(db: Db, tell: Tell, now: Date = new Date()): Promise<void> {
  for (const { organization_id, days, version } of await arrivals(db)) {
    const late = lateData(days, today(now));
    if (!late) continue;
    const scope = systemScope(organization_id);
    const importers = (await listMembers(db, scope)).filter(({ role, permissions }) =>
      holdsPermission(permissionsOf(role, permissions), 'canImport'),
    );
    const reached = await addNews(
      db,
      scope,
      importers.map(({ user_id }) => ({
        ...{ user_id, kind: 'late' as const, project_id: null, source_id: `late ${version}` },
        ...{ actor_id: null, actor_name: null, happened_at: now },
        details: late,
      })),
    );
    await tell(organization_id, reached);
  }
}
