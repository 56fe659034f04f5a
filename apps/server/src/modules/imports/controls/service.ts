import type { ControlGap, ControlTotal } from '@palier/domain';
import { inTransaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import { ApiError } from '../../../http/errors.ts';
import type { Scope } from '../../../scope.ts';
import { type Readers, ReadingStopped } from '../../files/index.ts';
import { readImportSettings } from '../settings/service.ts';
import type { StagedForm } from '../staging.ts';
import { readVersions } from '../versions/service.ts';
import { CONTROL_HEADINGS, readControls } from './read.ts';
import { deleteControls, listControls, saveControls } from './repository.ts';

type Needs = Pick<Deps, 'database' | 'facts'>;
type AllNeeds = Needs & Pick<Deps, 'config'>;

/** The till's totals that the data in place do not have. @throws 503 facts_missing */
export async function openGaps({ database, facts }: Needs, scope: Scope): Promise<ControlGap[]> {
  const totals = await listControls(database.db, scope);
  if (totals.length === 0) return [];
  const { control_tolerance } = await readImportSettings(database.db, scope);
  return (
    (await facts.useWarehouse(scope, (warehouse) => warehouse.controlGaps(totals, control_tolerance))) ?? []
  );
}

/** The totals and their gaps, as the API answers them. */
export async function readAllControls(needs: AllNeeds, scope: Scope, error_count = 0) {
  const { db } = needs.database;
  const { control_tolerance } = await readImportSettings(db, scope);
  const data = await listControls(db, scope);
  const current = (await readVersions(needs, scope)).find(({ is_current }) => is_current);
  return {
    ...{ data, gaps: await openGaps(needs, scope), tolerance: control_tolerance },
    ...{ currency: current?.currency ?? 'EUR', error_count },
  };
}

/** Replaces all the totals. */
export async function setControls(
  { database }: Pick<Deps, 'database'>,
  scope: Scope,
  totals: readonly ControlTotal[],
): Promise<void> {
  await inTransaction(database.db, async (tx) => {
    await deleteControls(tx, scope);
    await saveControls(tx, scope, totals);
  });
}

/** Adds the totals of files. @returns how many rows could not be read. @throws 422 invalid_file */
export async function importControls(
  { database, readers }: { database: Deps['database']; readers: Readers },
  scope: Scope,
  { files }: StagedForm,
): Promise<number> {
  let errors = 0;
  const totals: ControlTotal[] = [];
  for (const file of files) {
    const table = await readers
      .table(scope.organization_id, { file, only: CONTROL_HEADINGS })
      .catch((error: unknown) => {
        throw error instanceof ReadingStopped ? new ApiError('invalid_file', error.message) : error;
      });
    const read = readControls(file.name, table);
    totals.push(...read.totals);
    errors += read.error_count;
  }
  await inTransaction(database.db, (tx) => saveControls(tx, scope, totals));
  return errors;
}
