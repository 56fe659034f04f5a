import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, openDatabase } from '../database/database.ts';
import { discardFolder, publishFolder, temporaryFolder } from '../database/folders.ts';
import type { Session } from '../database/session.ts';
import { quoteText } from '../database/sql.ts';
import { CancelledError } from '../errors.ts';
import { countedOnce, excludedProducts } from '../quality/quality.ts';
import { MANIFEST } from '../warehouse/manifest.ts';
import { attachWarehouse, readPrevious } from '../warehouse/previous.ts';
import { threadsForSales } from '../warehouse/threads.ts';
import type { WarehouseManifest } from '../warehouse/types.ts';
import { finalMetrics, gatherActuals, gatherRest } from './actuals.ts';
import { gatherCoverage } from './coverage.ts';
import { useProjectCurrencies } from './currencies.ts';
import { writeCurveFile } from './curve-file.ts';
import { pathPhases, storeCurves } from './curves.ts';
import { buildFactsFile } from './facts-file.ts';
import { readGivenForecasts } from './given-forecasts.ts';
import { LINE_METRICS, readLines, readPrices, readSold } from './lines.ts';
import { buildMetrics, type CurveColumns, staticMetrics } from './metrics.ts';
import { extractPanel } from './panel.ts';
import { priceSales } from './priced-sales.ts';
import { gatherPrices } from './prices.ts';
import { gatherPriorPrices } from './prior-prices.ts';
import { addRanks } from './ranks.ts';
import { gatherRates } from './rates.ts';
import { gatherSales, gatherShops, sumReach, sumSales } from './sales.ts';
import { selectLines } from './select.ts';
import { gatherSigned } from './signed-prices.ts';
import { gatherStock, sumStock } from './stock.ts';
import type {
  ClosedForecast,
  ConvertedAmounts,
  SignedLines,
  SnapshotCurves,
  SnapshotDraft,
  SnapshotManifest,
  SnapshotRequest,
  SnapshotResult,
} from './types.ts';
import { DAILY_DAYS, writeTables } from './write-tables.ts';

type Work = SnapshotRequest & {
  temp_folder: string;
  /** Checks of the quality report that were answered by « exclure ». */
  excluded_checks?: readonly string[];
  /** The list of the prices actually paid. */
  paid_price_list_id?: string | undefined;
};
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

const NO_CURVES = { phase_qty: [], phase_p10: [], phase_p90: [], rest_qty: [] };

async function readManifest(
  session: Session,
  work: Work,
  hasCurves: boolean,
  warehouseVersion: number,
): Promise<SnapshotManifest> {
  const [totals] = await session.rows<SnapshotManifest['totals'] & { line_count: number }>(`
    SELECT count(*) AS line_count, coalesce(sum(stock_qty), 0) AS stock_qty, coalesce(sum(stock_cost_value), 0) AS stock_cost_value,
      coalesce(sum(stock_retail_value), 0) AS stock_retail_value, coalesce(sum(lifetime_sales_qty), 0) AS sales_qty,
      coalesce(sum(lifetime_sales), 0) AS sales, coalesce(sum(season_sales_qty), 0) AS season_sales_qty FROM metric`);
  const [first] = await session.rows<{ daily_from: string | null }>(
    `SELECT min(date)::VARCHAR AS daily_from FROM day WHERE date > DATE ${quoteText(work.project.data_date)} - ${DAILY_DAYS}`,
  );
  if (!totals) throw new Error('no totals');
  const { line_count, ...sums } = totals;
  const { project } = work;
  return {
    format: 1,
    project_id: project.project_id,
    version: work.version,
    data_date: project.data_date,
    discount_levels: [...project.discount_levels],
    working_phase: project.working_phase,
    line_count,
    has_curves: hasCurves,
    totals: sums,
    daily_from: first?.daily_from ?? project.data_date,
    warehouse_version: warehouseVersion,
  };
}

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
    });
    // Thrown away when it is closed: nothing of it has to be on disk by then.
    await database.run('PRAGMA disable_checkpoint_on_shutdown');
    work.signal?.addEventListener('abort', stop);
    return await database.session(async (session) => {
      await attachWarehouse(session, work.warehouse_folder, 'w_', {
        copies_once: countedOnce(work.excluded_checks ?? []),
      });
      const converted = await useProjectCurrencies(session, work.project, warehouse.manifest);
      const found = await withoutExcluded(session, work, warehouse.manifest?.data_date ?? null);
      const paid_price_list_id = warehouse.manifest?.settings.paid_price_list_id;
      const request = { ...withList(found, warehouse.manifest), paid_price_list_id };
      for (const [index, stage] of STAGES.entries()) {
        if (work.signal?.aborted) throw new CancelledError('Calcul annulé');
        work.onProgress?.({ stage: 'metrics', label: stage.label, share: index / STAGES.length });
        await stage.run(session, request);
      }
      return makeDraft(session, work, scratch, warehouse.manifest, { release, discard, converted });
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

interface Held {
  release: () => void;
  discard: () => Promise<void>;
  converted: readonly ConvertedAmounts[];
}

/** The tables of what `finish` brings, without a row. @returns the columns that curves have: none */
async function makeAwaited(session: Session, levels: number): Promise<CurveColumns> {
  await gatherRest(session, null);
  await gatherRates(session, new Float64Array(0), [], []);
  await gatherSigned(session, [], null);
  return storeCurves(session, null, { lines: 0, levels });
}

async function makeDraft(
  session: Session,
  work: Work,
  scratch: string,
  warehouse: { version: number; attributes: string[] } | null,
  { release, discard, converted }: Held,
): Promise<SnapshotDraft> {
  const attributes = warehouse?.attributes ?? [];
  const levels = work.project.discount_levels.length;
  const none = await makeAwaited(session, levels);
  const shops = await gatherShops(session, work.project);
  const known = [...staticMetrics(attributes, none, shops)].filter(([name]) => LINE_METRICS.has(name));
  await buildMetrics(session, new Map(known));
  const [row] = await session.rows<{ count: number }>('SELECT count(*) AS count FROM line');
  const line_count = row?.count ?? 0;
  // Read once: the caller asks again after `finish`, when the draft's database is gone.
  const lines = await readLines(session, work.project);

  const endings = work.price_endings ?? [];
  const final = finalMetrics(work.project);
  const finish = async (
    curves: SnapshotCurves | null,
    rest: ClosedForecast | null = null,
    before: SignedLines | null = null,
  ): Promise<SnapshotResult> => {
    const target = join(work.snapshot_folder, `v${work.version}`);
    await mkdir(work.snapshot_folder, { recursive: true });
    const temporary = await temporaryFolder(target);
    try {
      const size = { lines: line_count, levels };
      const columns = await storeCurves(session, curves, size);
      const phases = curves ? pathPhases(curves, size) : 0;
      await gatherRest(session, rest);
      const labels = work.signed_labels;
      const signed = labels?.size ? lines.ids.map((id) => labels.get(id) ?? null) : [];
      const { discount_levels } = work.project;
      const rated = await gatherRates(session, lines.price, discount_levels, endings, signed);
      await gatherSigned(session, lines.ids, before);
      const metrics = new Map([...staticMetrics(attributes, columns, shops), ...final]);
      await buildMetrics(session, metrics);
      await addRanks(session, new Set(metrics.keys()));
      await writeTables(session, temporary, work.project.data_date);
      await writeCurveFile(temporary, curves ? line_count : 0, { levels, phases }, curves ?? NO_CURVES);
      const manifest: SnapshotManifest = {
        ...(await readManifest(session, work, curves !== null, warehouse?.version ?? 0)),
        ...(converted.length > 0 && { converted }),
        ...(final.size > 0 && { closed: true }),
        ...(phases > 0 && { path_phases: phases }),
        ...(endings.length > 0 && { price_endings: endings }),
        ...(rated > 0 && { own_rates: true }),
        ...(before && { signed_phase: before.phase }),
      };
      // The listing's file is built in a database of its own: this one's memory is given back first.
      release();
      await buildFactsFile(temporary, scratch);
      await writeFile(join(temporary, MANIFEST), JSON.stringify(manifest, null, 2));
      if (work.signal?.aborted) throw new CancelledError('Calcul annulé');
      await publishFolder(temporary, target);
      await discard();
      return { folder: target, manifest };
    } catch (error) {
      await discardFolder(temporary);
      await discard();
      throw error;
    }
  };
  return {
    line_count,
    lines: async () => lines,
    prices: () => readPrices(session),
    sold: (from, to) => readSold(session, from, to),
    givenForecasts: (periods) => readGivenForecasts(session, periods),
    extractPanel: (options) => extractPanel(session, work.project, options),
    finish,
    discard,
  };
}
