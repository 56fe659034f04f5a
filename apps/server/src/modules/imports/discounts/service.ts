import type { RouteOutput, SeenDecisions } from '@palier/contract';
import { FIELDS } from '@palier/domain';
import { inTransaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import type { ProjectScope } from '../../../scope.ts';
import { allLines, levelsOf, publishWritten, withoutUnseen, writeLines } from '../../discounts/index.ts';
import { compareDiscounts } from '../../plans/index.ts';
import { readProject, requireState, takeVersion } from '../../projects/index.ts';
import { listScenarios } from '../../scenarios/index.ts';
import { readTables } from '../read-tables.ts';
import type { StagedFile } from '../staging.ts';
import { HEADINGS } from './headings.ts';
import { type ProjectState, planImport } from './plan.ts';

export type DiscountImport = RouteOutput<'projects.import_discounts'>;
type Needs = Pick<Deps, 'database' | 'events' | 'facts' | 'readers'>;

/**
 * Reads discounts keyed by product and writes them in one transaction; bad rows are reported, good ones are taken, but
 * over lines that somebody wrote after the decisions `seen`.
 */
export async function importDiscounts(
  { database, events, facts, readers }: Needs,
  project: ProjectScope,
  files: readonly StagedFile[],
  seen?: SeenDecisions,
): Promise<DiscountImport> {
  const tables = await readTables(readers, project, files, HEADINGS);
  const known = await knownNames({ database, facts }, project);
  const { plan, kept, written } = await inTransaction(database.db, async (tx) => {
    const row = await takeVersion(tx, project, 'import_discounts');
    const own = planImport(tables, {
      ...{ lines: await allLines(tx, project), levels: levelsOf(row) },
      ...known,
    });
    const comment = tables.map(({ name }) => name).join(', ');
    const write = { kind: 'import', comment, version: row.version } as const;
    const left = await withoutUnseen(tx, project, own.changes, seen);
    return { plan: own, kept: left.kept, written: await writeLines(tx, project, left.lines, write) };
  });
  await publishWritten(events, project, written);
  const { changes, ...counts } = plan;
  return {
    ...{ version: written.version, activity_id: written.activity_id },
    discount_count: changes.length - (kept?.discount_count ?? 0),
    ...counts,
    ...(kept && { kept }),
  };
}

/** What an import would do, with its effect; nothing is written. */
export async function rehearseImport(
  deps: Needs,
  project: ProjectScope,
  files: readonly StagedFile[],
): Promise<DiscountImport> {
  const { db } = deps.database;
  const row = await readProject(db, project, project.project_id);
  requireState('import_discounts', row);
  const lines = await allLines(db, project);
  const { changes, ...counts } = planImport(await readTables(deps.readers, project, files, HEADINGS), {
    ...{ lines, levels: levelsOf(row) },
    ...(await knownNames(deps, project)),
  });
  const ids = lines.map((line) => line.discount_id);
  const effect = changes.length > 0 ? await compareDiscounts(deps, project, row, ids, changes) : null;
  return {
    ...{ version: row.version, activity_id: null, discount_count: changes.length },
    ...counts,
    ...effect,
  };
}

/** What a file's headings and goals may name: the project's fields, its scenarios. */
async function knownNames(
  { database, facts }: Pick<Deps, 'database' | 'facts'>,
  project: ProjectScope,
): Promise<Pick<ProjectState, 'fields' | 'scenarios'>> {
  const scenarios = await listScenarios(database.db, project);
  return {
    scenarios: scenarios.map(({ scenario_id: _id, name }) => ({ _id, name })),
    fields: (await facts.use(project, async (own) => own.fields())) ?? FIELDS,
  };
}
