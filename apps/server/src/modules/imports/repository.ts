import type { FileMapping } from '@palier/analytics';
import type { Selectable } from 'kysely';
import { playedTime } from '../../clock.ts';
import type { DbOrTx, Tx } from '../../db/database.ts';
import type { JobTable } from '../../db/tables/organization-tables.ts';
import type { ImportTable, StagedVersion } from '../../db/tables/warehouse-tables.ts';
import type { Scope } from '../../scope.ts';

export type ImportRow = Selectable<ImportTable> &
  Pick<Selectable<JobTable>, 'status' | 'stage' | 'progress' | 'error' | 'created_by' | 'finished_at'>;

const MAX_IMPORTS = 100;

function imports(db: DbOrTx, scope: Scope) {
  return db
    .selectFrom('import as i')
    .innerJoin('job as j', (join) =>
      join.onRef('j.organization_id', '=', 'i.organization_id').onRef('j.job_id', '=', 'i.job_id'),
    )
    .selectAll('i')
    .select(['j.status', 'j.stage', 'j.progress', 'j.error', 'j.created_by', 'j.finished_at'])
    .where('i.organization_id', '=', scope.organization_id);
}

export async function listImports(db: DbOrTx, scope: Scope): Promise<ImportRow[]> {
  return imports(db, scope).orderBy('i.import_id', 'desc').limit(MAX_IMPORTS).execute();
}

export async function findImport(
  db: DbOrTx,
  scope: Scope,
  import_id: string,
): Promise<ImportRow | undefined> {
  return imports(db, scope).where('i.import_id', '=', import_id).executeTakeFirst();
}

export async function findImportOfJob(
  db: DbOrTx,
  scope: Scope,
  job_id: string,
): Promise<ImportRow | undefined> {
  return imports(db, scope).where('i.job_id', '=', job_id).executeTakeFirst();
}

export async function insertImport(
  tx: Tx,
  scope: Scope,
  row: {
    import_id: string;
    job_id: string;
    files: { name: string; size_bytes: number }[];
    options: object;
  },
): Promise<void> {
  await tx
    .insertInto('import')
    .values({
      organization_id: scope.organization_id,
      import_id: row.import_id,
      job_id: row.job_id,
      files: JSON.stringify(row.files),
      options: JSON.stringify(row.options),
      created_at: playedTime(),
    })
    .execute();
}

export async function saveReport(
  db: DbOrTx,
  scope: Scope,
  import_id: string,
  report: unknown,
  warehouse_version: number | null,
): Promise<void> {
  await db
    .updateTable('import')
    .set({ report: JSON.stringify(report), warehouse_version })
    .where('organization_id', '=', scope.organization_id)
    .where('import_id', '=', import_id)
    .execute();
}

/** What a check found and wrote, to be published or not; nothing when it is being done again by another job. */
export async function saveCheck(
  db: DbOrTx,
  scope: Scope,
  { import_id, job_id }: Pick<ImportRow, 'import_id' | 'job_id'>,
  { report, staged }: { report: unknown; staged: StagedVersion | null },
): Promise<void> {
  await db
    .updateTable('import')
    .set({ report: JSON.stringify(report), staged: staged && JSON.stringify(staged) })
    .where('organization_id', '=', scope.organization_id)
    .where('import_id', '=', import_id)
    .where('job_id', '=', job_id)
    .execute();
}

/** A check starts again: with other options, under a job of its own. */
export async function restartCheck(
  tx: Tx,
  scope: Scope,
  import_id: string,
  { job_id, options }: { job_id: string; options: object },
): Promise<void> {
  await tx
    .updateTable('import')
    .set({ job_id, options: JSON.stringify(options), report: null, staged: null })
    .where('organization_id', '=', scope.organization_id)
    .where('import_id', '=', import_id)
    .execute();
}

/** What an import is to be done with, as it was last decided. */
export async function saveOptions(tx: Tx, scope: Scope, import_id: string, options: object): Promise<void> {
  await tx
    .updateTable('import')
    .set({ options: JSON.stringify(options) })
    .where('organization_id', '=', scope.organization_id)
    .where('import_id', '=', import_id)
    .execute();
}

/** What a check found, held until the transaction ends so that it is published once. */
export async function lockImport(tx: Tx, scope: Scope, import_id: string): Promise<ImportRow | undefined> {
  // Held first, read after: who waited here while it was given another job would join it to the former one, and find none.
  await tx
    .selectFrom('import')
    .select('import_id')
    .where('organization_id', '=', scope.organization_id)
    .where('import_id', '=', import_id)
    .forUpdate()
    .execute();
  return findImport(tx, scope, import_id);
}

/** How files were read last, by the shape of their headings. */
export async function listMappings(db: DbOrTx, scope: Scope): Promise<Map<string, FileMapping[]>> {
  const rows = await db
    .selectFrom('file_mapping')
    .select(['shape', 'mapping'])
    .where('organization_id', '=', scope.organization_id)
    .execute();
  return new Map(rows.map(({ shape, mapping }) => [shape, mapping.files]));
}

/** Remembers how files with these headings are read. */
export async function saveMapping(
  tx: Tx,
  scope: Scope,
  shape: string,
  files: readonly FileMapping[],
): Promise<void> {
  const mapping = JSON.stringify({ files });
  await tx
    .insertInto('file_mapping')
    .values({ organization_id: scope.organization_id, shape, mapping })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'shape'])
        .doUpdateSet(({ ref }) => ({ mapping, updated_at: ref('excluded.updated_at') })),
    )
    .execute();
}
