import type { RouteOutput } from '@palier/contract';
import { discountFault, EDIT_FAULT_MESSAGES, isEditEqual, isOptimizationGoal } from '@palier/domain';
import { inTransaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import { ApiError } from '../../../http/errors.ts';
import type { ProjectScope } from '../../../scope.ts';
import {
  allLines,
  changesOf,
  type DiscountRow,
  type LineChanges,
  levelsOf,
  publishWritten,
  writeLines,
} from '../../discounts/index.ts';
import { type Readers, ReadingStopped, type Table } from '../../files/index.ts';
import { compareDiscounts } from '../../plans/index.ts';
import { readProject, takeVersion } from '../../projects/index.ts';
import { listScenarios } from '../../scenarios/index.ts';
import type { StagedFile } from '../staging.ts';
import { checkTable, HEADINGS, type ReadEdit, readEdits } from './read.ts';

export type DiscountImport = RouteOutput<'projects.import_discounts'>;
type RowError = DiscountImport['errors'][number];
type Needs = Pick<Deps, 'database' | 'events' | 'facts' | 'readers'>;
interface NamedTable {
  name: string;
  table: Table;
}
interface ImportPlan {
  changes: LineChanges[];
  unchanged_count: number;
  errors: RowError[];
  error_count: number;
}

const MAX_ERRORS = 500;

/** Reads discounts keyed by product and writes them in one transaction; bad rows are reported, good ones are taken. */
export async function importDiscounts(
  { database, events, readers }: Needs,
  project: ProjectScope,
  files: readonly StagedFile[],
): Promise<DiscountImport> {
  const tables = await readTables(readers, project, files);
  const goals = await goalNames({ database }, project);
  const { plan, written } = await inTransaction(database.db, async (tx) => {
    const row = await takeVersion(tx, project);
    const own = planImport(tables, await allLines(tx, project), levelsOf(row), goals);
    const comment = tables.map(({ name }) => name).join(', ');
    const write = { kind: 'import', comment, version: row.version } as const;
    return { plan: own, written: await writeLines(tx, project, own.changes, write) };
  });
  await publishWritten(events, project, written);
  const { changes, ...counts } = plan;
  return {
    ...{ version: written.version, activity_id: written.activity_id, discount_count: changes.length },
    ...counts,
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
  const lines = await allLines(db, project);
  const { changes, ...counts } = planImport(
    await readTables(deps.readers, project, files),
    lines,
    levelsOf(row),
    await goalNames(deps, project),
  );
  const ids = lines.map((line) => line.discount_id);
  const effect = changes.length > 0 ? await compareDiscounts(deps, project, row, ids, changes) : null;
  return {
    ...{ version: row.version, activity_id: null, discount_count: changes.length },
    ...counts,
    ...effect,
  };
}

/** @throws 422 invalid_file for a file that cannot be read, or that ended its reader */
async function readTables(
  readers: Readers,
  { organization_id }: ProjectScope,
  files: readonly StagedFile[],
): Promise<NamedTable[]> {
  const tables: NamedTable[] = [];
  for (const file of files) {
    const table = await readers.table(organization_id, { file, only: HEADINGS }).catch((error: unknown) => {
      throw error instanceof ReadingStopped ? new ApiError('invalid_file', error.message) : error;
    });
    tables.push({ name: file.name, table: checkTable(file.name, table) });
  }
  return tables;
}

/** Scenarios by name and by id; the three goals go by their own names. */
async function goalNames(
  { database }: Pick<Deps, 'database'>,
  project: ProjectScope,
): Promise<ReadonlyMap<string, string>> {
  const scenarios = await listScenarios(database.db, project);
  return new Map(
    scenarios.flatMap(({ scenario_id, name }) => [
      [scenario_id, scenario_id],
      [name.toLowerCase(), scenario_id],
    ]),
  );
}

/** What the files change; the last row of a product decides. */
function planImport(
  tables: readonly NamedTable[],
  rows: readonly DiscountRow[],
  levels: readonly number[],
  goals: ReadonlyMap<string, string>,
): ImportPlan {
  const lines = new Map(rows.map((line) => [line.item_group_id, line]));
  const errors: RowError[] = [];
  const changes = new Map<string, LineChanges>();
  let unchanged_count = 0;
  for (const { name, table } of tables) {
    for (const read of readEdits(table)) {
      const own = withGoal(read, goals);
      const line = lines.get(own.item_group_id);
      const error = faultOf(own, line, levels);
      if (error) errors.push({ file: name, line: own.line, ...error });
      else if (!line || isEditEqual(own.edit, line)) unchanged_count += 1;
      else {
        const { discount_id } = line;
        changes.set(discount_id, { discount_id, changes: changesOf(own.edit, line) });
      }
    }
  }
  return {
    changes: [...changes.values()],
    unchanged_count,
    errors: errors.slice(0, MAX_ERRORS),
    error_count: errors.length,
  };
}

/** A scenario may be named as users name it. */
function withGoal(read: ReadEdit, goals: ReadonlyMap<string, string>): ReadEdit {
  const goal = read.edit.optimization_goal;
  if (typeof goal !== 'string' || isOptimizationGoal(goal)) return read;
  const known = goals.get(goal) ?? goals.get(goal.toLowerCase());
  return known
    ? { ...read, edit: { ...read.edit, optimization_goal: known } }
    : { ...read, unknown_goal: true };
}

function faultOf(
  { item_group_id, edit, discount, goal, unknown_goal }: ReadEdit,
  line: DiscountRow | undefined,
  levels: readonly number[],
): Omit<RowError, 'file' | 'line'> | null {
  if (!line)
    return { column: 'code_produit', value: item_group_id, reason: 'produit inconnu dans ce projet' };
  if (unknown_goal)
    return { column: 'objectif', value: goal ?? null, reason: 'objectif ou scénario inconnu' };
  if (edit.discount_pct_user === undefined) return null;
  if (Number.isNaN(edit.discount_pct_user))
    return { column: 'démarque', value: discount ?? null, reason: 'nombre attendu' };
  const fault = discountFault(edit.discount_pct_user, line, levels);
  return fault ? { column: 'démarque', value: discount ?? null, reason: EDIT_FAULT_MESSAGES[fault] } : null;
}
