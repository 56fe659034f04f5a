import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, openDatabase } from '../database/database.ts';
import { discardFolder, temporaryFolder } from '../database/folders.ts';
import type { Session } from '../database/session.ts';
import { CancelledError } from '../errors.ts';
import { countedOnce, excludedProducts } from '../quality/quality.ts';
import { attachWarehouse, readPrevious } from '../warehouse/previous.ts';
import { threadsForSales } from '../warehouse/threads.ts';
import type { WarehouseManifest } from '../warehouse/types.ts';
import { absenceReasons } from './absences.ts';
import { gatherActuals, gatherRest, gatherSold } from './actuals.ts';
import { gatherCoverage } from './coverage.ts';
import { useProjectCurrencies } from './currencies.ts';
import { storeCurves } from './curves.ts';
import { finishDraft, type Held } from './finish.ts';
import { readGivenForecasts } from './given-forecasts.ts';
import { LINE_METRICS, readLines, readPrices, readSold } from './lines.ts';
import { buildMetrics, type CurveColumns, staticMetrics } from './metrics.ts';
import { extractPanel } from './panel.ts';
import { priceSales } from './priced-sales.ts';
import { gatherPrices } from './prices.ts';
import { gatherPriorPrices } from './prior-prices.ts';
import { gatherRates } from './rates.ts';
import { recodedArticles } from './recoded-articles.ts';
import { gatherSales, gatherShops, sumReach, sumSales } from './sales.ts';
import { selectLines } from './select.ts';
import { gatherSigned } from './signed-prices.ts';
import { gatherStock, sumStock } from './stock.ts';
import type { SnapshotDraft, SnapshotProject } from './types.ts';
import type { Work } from './work.ts';

interface Stage {
  label: string;
  run: (session: Session, work: Work) => Promise<void>;
}

const STAGES: readonly Stage[] = [
  { label: 'Lecture du stock', run: (session, { project }) => gatherStock(session, project) },
  { label: 'Choix des produits', run: selectLines },
  { label: 'Stock par taille et par lieu', run: (session, { project }) => sumStock(session, project) },
  { label: 'Prix en vigueur', run: (session, { project }) => gatherPrices(session, project) },
  {
    label: 'Prix des ventes',
    run: (session, { project, paid_price_list_id }) =>
      priceSales(session, project, paid_price_list_id ?? null),
  },
  {
    label: 'Prix antérieurs',
    run: (session, { project, paid_price_list_id }) =>
      gatherPriorPrices(session, project, paid_price_list_id ?? null),
  },
  { label: 'Lecture des ventes', run: (session, { project }) => gatherSales(session, project) },
  { label: 'Ventes par démarque', run: (session, { project }) => gatherActuals(session, project) },
  { label: 'Cumul des ventes', run: (session, { project }) => sumSales(session, project) },
  { label: 'Magasins vendeurs et ruptures', run: (session, { project }) => sumReach(session, project) },
  { label: 'Couverture par magasin', run: (session, { project }) => gatherCoverage(session, project) },
];

/** Rows of sales of a warehouse whose projects have few rows. */
const FEW_SALES = 200_000;

/**
 * Computes a project's facts from the warehouse. The caller fits the demand model on `extractPanel`, then gives the
 * curves to `finish`, which publishes the snapshot's folder; until then nothing is visible.
 *
 * @throws CancelledError when `signal` fires; InvalidQueryError for a selection that cannot be read.
 */
export async function draftSnapshot(work: Work): Promise<SnapshotDraft> {
  await mkdir(work.temp_folder, { recursive: true });
  const scratch = await temporaryFolder(join(work.temp_folder, 'snapshot'));
  let database: Database | null = null;
  const stop = (): void => database?.interrupt();
  const release = (): void => {
    work.signal?.removeEventListener('abort', stop);
    database?.close();
    database = null;
  };
  const discard = async (): Promise<void> => {
    release();
    await discardFolder(scratch);
  };
  try {
    const warehouse = await readPrevious(work.warehouse_folder);
    const { sale_rows } = warehouse.manifest?.totals ?? { sale_rows: 0 };
    database = await openDatabase({
      path: join(scratch, 'draft.duckdb'),
      temp_folder: scratch,
      memory_limit: work.memory_limit ?? '500MB',
      connections: 1,
      ...threadsForSales(sale_rows),
      few_rows: sale_rows <= FEW_SALES,
    });
    // Thrown away when it is closed: nothing of it has to be on disk by then.
    await database.run('PRAGMA disable_checkpoint_on_shutdown');
    work.signal?.addEventListener('abort', stop);
    return await database.session(async (session) => {
      await attachWarehouse(session, work.warehouse_folder, 'w_', {
        copies_once: countedOnce(work.excluded_checks ?? []),
      });
      // The products of the report, where nothing is converted: what a project cannot convert is unknown in it, not excluded.
      const found = await withoutExcluded(session, work, warehouse.manifest?.data_date ?? null);
      const converted = await useProjectCurrencies(session, work.project, warehouse.manifest);
      const paid_price_list_id = warehouse.manifest?.settings.paid_price_list_id;
      const request = { ...withList(found, warehouse.manifest), paid_price_list_id };
      for (const [index, stage] of STAGES.entries()) {
        if (work.signal?.aborted) throw new CancelledError('Calcul annulé');
        work.onProgress?.({ stage: 'metrics', label: stage.label, share: index / STAGES.length });
        await stage.run(session, request);
      }
      return makeDraft(session, request, scratch, warehouse.manifest, { release, discard, converted });
    });
  } catch (error) {
    await discard();
    throw error;
  }
}

/** The request with the list that says what products cost, where the project chooses none. */
function withList(work: Work, manifest: WarehouseManifest | null): Work {
  const { project } = work;
  const price_list_id = project.selection.price_list_id ?? manifest?.usual_price_list ?? null;
  return { ...work, project: { ...project, selection: { ...project.selection, price_list_id } } };
}

/** The request without the products that quality checks exclude. */
async function withoutExcluded(session: Session, work: Work, dataDate: string | null): Promise<Work> {
  const found = await excludedProducts(session, 'w_', dataDate, work.excluded_checks ?? []);
  if (found.length === 0) return work;
  const { selection } = work.project;
  const excluded = [...(selection.excluded_item_group_ids ?? []), ...found];
  return {
    ...work,
    project: { ...work.project, selection: { ...selection, excluded_item_group_ids: excluded } },
  };
}

/**
 * The products that a project would take, by the very stages that choose its lines; nothing is computed of them.
 * @throws InvalidQueryError for a selection that cannot be read
 */
export async function selectedProducts(
  work: Omit<Work, 'snapshot_folder' | 'version' | 'newId'>,
): Promise<string[]> {
  await mkdir(work.temp_folder, { recursive: true });
  const scratch = await temporaryFolder(join(work.temp_folder, 'selection'));
  let database: Database | null = null;
  try {
    database = await openDatabase({
      ...{ path: join(scratch, 'draft.duckdb'), temp_folder: scratch, connections: 1 },
      memory_limit: work.memory_limit ?? '500MB',
    });
    const { manifest } = await readPrevious(work.warehouse_folder);
    return await database.session(async (session) => {
      await attachWarehouse(session, work.warehouse_folder, 'w_', {
        copies_once: countedOnce(work.excluded_checks ?? []),
      });
      const whole = { ...work, snapshot_folder: '', version: 0, newId: () => '' };
      const request = await withoutExcluded(session, whole, manifest?.data_date ?? null);
      await gatherStock(session, request.project);
      await selectLines(session, request);
      const rows = await session.rows<{ item_group_id: string }>('SELECT item_group_id FROM line');
      return rows.map(({ item_group_id }) => item_group_id);
    });
  } finally {
    database?.close();
    await discardFolder(scratch);
  }
}

/** The tables of what `finish` brings, without a row. @returns the columns that curves have: none */
async function makeAwaited(
  session: Session,
  project: SnapshotProject,
  levels: number,
): Promise<CurveColumns> {
  await gatherRest(session, null);
  await gatherSold(session, project, []);
  await gatherRates(session, new Float64Array(0), [], []);
  await gatherSigned(session, [], null);
  return storeCurves(session, null, { lines: 0, levels });
}

async function makeDraft(
  session: Session,
  work: Work,
  scratch: string,
  warehouse: { version: number; attributes: string[] } | null,
  held: Held,
): Promise<SnapshotDraft> {
  const attributes = warehouse?.attributes ?? [];
  const levels = work.project.discount_levels.length;
  const none = await makeAwaited(session, work.project, levels);
  const shops = await gatherShops(session, work.project);
  const known = [...staticMetrics(attributes, none, shops)].filter(([name]) => LINE_METRICS.has(name));
  await buildMetrics(session, new Map(known));
  const [row] = await session.rows<{ count: number }>('SELECT count(*) AS count FROM line');
  const line_count = row?.count ?? 0;
  // Read once: the caller asks again after `finish`, when the draft's database is gone.
  const lines = await readLines(session, work.project);

  const recoded = await recodedArticles(session, work);

  const drafting = { session, work, scratch, warehouse, levels, shops, lines, held };
  return {
    line_count,
    recoded,
    lines: async () => lines,
    prices: () => readPrices(session),
    absences: (ids) => absenceReasons(session, work.project.selection, ids),
    sold: (from, to) => readSold(session, from, to),
    givenForecasts: (periods) => readGivenForecasts(session, periods),
    extractPanel: (options) => extractPanel(session, work.project, options),
    finish: (curves, rest = null, before = null, left_out = []) =>
      finishDraft(drafting, curves, { rest, before, left_out }),
    discard: held.discard,
  };
}
