import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { discardFolder, publishFolder, temporaryFolder } from '../database/folders.ts';
import type { Session } from '../database/session.ts';
import { readAmounts } from '../warehouse/amounts.ts';
import { hasOrdinary } from '../warehouse/corrections.ts';
import { type DataDay, readDataDay } from '../warehouse/data-date.ts';
import { MANIFEST } from '../warehouse/manifest.ts';
import { attachWarehouse, type Previous, USUAL_CURRENCY } from '../warehouse/previous.ts';
import { writeSales } from '../warehouse/sales.ts';
import { WHOLE_TABLES } from '../warehouse/tables.ts';
import { readHorizon, readTotals } from '../warehouse/totals.ts';
import type { WarehouseManifest, WarehouseSettings } from '../warehouse/types.ts';
import { type WrittenFile, writeParquet } from '../warehouse/write.ts';
import { checkCancelled } from './cancelled.ts';
import { answeredDay } from './last-day.ts';
import { importDay, keptRows, mergeAll, mergeSettings, ofKind } from './merge.ts';
import { settleResaid } from './resaid/settle.ts';
import type { Settled } from './settled.ts';
import type { Staged } from './staged.ts';
import type { ImportRequest } from './types.ts';

const ORDER: Record<(typeof WHOLE_TABLES)[number], string> = {
  item_group: 'item_group_id',
  item: 'item_group_id, item_id',
  stock: 'date, item_group_id, item_id, inventory_code',
  price: 'price_list_id, item_group_id, item_id, from_date',
  order: 'expected_date, item_group_id, item_id, inventory_code',
  forecast: 'item_group_id, item_id, from_date, to_date, discount_pct',
  place: 'code',
  correction: 'kind, digest, key',
  rate: 'currency, date',
  equivalent: 'old_code, date',
  pack: 'pack_code, component_code',
  pack_part: 'item_group_id, item_id, part_group, part_item',
};

/** Whether two versions hold the same rows; a kind without rows may have no file in an older one. */
function sameFiles(left: readonly WrittenFile[], right: readonly WrittenFile[]): boolean {
  const [ours, theirs] = [left, right].map((files) => files.filter(({ rows }) => rows > 0));
  return (
    ours?.length === theirs?.length &&
    ours?.every((file) =>
      theirs?.some(
        (other) => other.name === file.name && other.checksum === file.checksum && other.rows === file.rows,
      ),
    ) === true
  );
}

export interface WrittenVersion {
  folder: string;
  manifest: WarehouseManifest;
  /** The previous version has the same rows and is the answer. */
  unchanged: boolean;
  /** What its days say of its data date. */
  data_day: DataDay;
  /** What earlier deliveries left and this one says otherwise. */
  settled: Settled[];
}

const NO_DAY: DataDay = { date: null, lone: null };

interface Selling {
  previous: Previous;
  settings: WarehouseSettings;
  usual_list: string;
  work: ImportRequest;
}

/** Writes the sales of the new version, without the earlier ones that give way to what the delivery says otherwise. */
async function writeSettledSales(
  session: Session,
  folder: string,
  staged: readonly Staged[],
  { previous, settings, usual_list, work }: Selling,
): Promise<{ files: WrittenFile[]; resaid: Settled | null }> {
  const sales = ofKind(staged, 'sales');
  const settled: { resaid: Settled | null } = { resaid: null };
  const files = await writeSales(session, folder, sales, previous, {
    ...{ settings, usual_list },
    full: work.mode === 'full' && hasOrdinary(sales),
    onMonth: (share) => {
      checkCancelled(work.signal);
      work.onProgress?.({ stage: 'sales', label: 'Écriture des ventes', share });
    },
    findOutdated: async () => {
      if (previous.folder !== null)
        settled.resaid = await settleResaid(session, sales, work.mapping?.answers);
    },
  });
  return { files, ...settled };
}

async function writeWholeTables(session: Session, folder: string): Promise<WrittenFile[]> {
  const files: WrittenFile[] = [];
  for (const table of WHOLE_TABLES) {
    const rows = `SELECT * FROM "${table}" ORDER BY ${ORDER[table]}`;
    files.push(await writeParquet(session, folder, `${table}.parquet`, table, rows));
  }
  return files;
}

/**
 * Merges the staged files with the previous version and publishes the result, or finds that nothing changed.
 *
 * @throws CancelledError when `signal` fires; nothing of the new version stays.
 */
export async function writeVersion(
  session: Session,
  work: ImportRequest,
  staged: readonly Staged[],
  previous: Previous,
): Promise<WrittenVersion> {
  const horizon = await readHorizon(
    session,
    [...keptRows(staged, ['sales', 'stock']), 'prev_sale', 'prev_stock'],
    importDay(work),
  );
  const settings = await mergeSettings(session, staged, work, previous, horizon);
  const target = join(work.warehouse_folder, `v${work.version}`);
  await mkdir(work.warehouse_folder, { recursive: true });
  const temporary = await temporaryFolder(target);
  try {
    work.onProgress?.({ stage: 'merge', label: 'Rapprochement avec les données déjà reçues', share: 0 });
    const {
      attributes,
      usual_list,
      settled: merged,
    } = await mergeAll(session, staged, work, { settings, horizon, previous });
    checkCancelled(work.signal);
    const { files, resaid } = await writeSettledSales(session, temporary, staged, {
      ...{ previous, settings, usual_list, work },
    });
    const settled = [...merged, ...(resaid ? [resaid] : [])];
    files.push(...(await writeWholeTables(session, temporary)));
    const same = previous.manifest !== null && sameFiles(files, previous.manifest.files);
    if (same && previous.folder !== null && previous.manifest && work.republish !== true) {
      await discardFolder(temporary);
      return {
        folder: previous.folder,
        manifest: previous.manifest,
        unchanged: true,
        data_day: NO_DAY,
        settled,
      };
    }
    const currency = settings.currency ?? USUAL_CURRENCY;
    await attachWarehouse(session, temporary, 'new_', { currency });
    const day = await readDataDay(session, 'new_', horizon);
    const answered = answeredDay(day, work);
    // An answer holds until later days come, as a day that the import says does.
    const kept = answered === undefined ? settings : { ...settings, data_date: answered };
    const data_date = kept.data_date ?? day.date;
    const totals = await readTotals(session, 'new_', data_date);
    const manifest: WarehouseManifest = {
      format: 1,
      version: work.version,
      data_date,
      currency,
      ...(await readAmounts(session, 'new_', currency)),
      vat_rate: settings.vat_rate ?? 0.2,
      settings: kept,
      ...(usual_list !== '' && { usual_price_list: usual_list }),
      attributes,
      totals,
      files,
    };
    await writeFile(join(temporary, MANIFEST), JSON.stringify(manifest, null, 2));
    checkCancelled(work.signal);
    await publishFolder(temporary, target);
    return { folder: target, manifest, unchanged: false, data_day: day, settled };
  } catch (error) {
    await discardFolder(temporary);
    throw error;
  }
}
