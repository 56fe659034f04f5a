import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { discardFolder, publishFolder, temporaryFolder } from '../database/folders.ts';
import type { Session } from '../database/session.ts';
import { quoteText } from '../database/sql.ts';
import { CancelledError } from '../errors.ts';
import { MANIFEST } from '../warehouse/manifest.ts';
import { finalMetrics, gatherRest, gatherSold } from './actuals.ts';
import { writeCurveFile } from './curve-file.ts';
import { pathPhases, storeCurves } from './curves.ts';
import { buildFactsFile } from './facts-file.ts';
import { buildMetrics, staticMetrics } from './metrics.ts';
import { addRanks } from './ranks.ts';
import { gatherRates } from './rates.ts';
import type { gatherShops } from './sales.ts';
import { gatherSigned } from './signed-prices.ts';
import type {
  ClosedForecast,
  ConvertedAmounts,
  EngineLines,
  LeftOutLines,
  SignedLines,
  SnapshotCurves,
  SnapshotManifest,
  SnapshotResult,
} from './types.ts';
import type { Work } from './work.ts';
import { DAILY_DAYS, writeTables } from './write-tables.ts';

/** What a draft gives back, and what was found of its currencies. */
export interface Held {
  release: () => void;
  discard: () => Promise<void>;
  converted: readonly ConvertedAmounts[];
}

/** A draft whose lines are chosen and read. */
interface Drafting {
  session: Session;
  work: Work;
  scratch: string;
  warehouse: { version: number; attributes: string[] } | null;
  /** How many discounts the project offers. */
  levels: number;
  shops: Awaited<ReturnType<typeof gatherShops>>;
  lines: EngineLines;
  held: Held;
}

/** What is known of lines beside their curves. */
interface Beside {
  /** What a closed project has still to sell. */
  rest: ClosedForecast | null;
  /** What was signed of the phase before. */
  before: SignedLines | null;
  left_out: LeftOutLines;
}

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

/** Makes the tables of a draft with its curves, and writes them into a folder. */
async function writeDraft(
  { session, work, warehouse, levels, shops, lines, held }: Drafting,
  folder: string,
  curves: SnapshotCurves | null,
  { rest, before, left_out }: Beside,
): Promise<SnapshotManifest> {
  const { project, price_endings: endings = [], signed_labels: labels } = work;
  const size = { lines: lines.ids.length, levels };
  const columns = await storeCurves(session, curves, size);
  const phases = curves ? pathPhases(curves, size) : 0;
  await gatherRest(session, rest);
  if (left_out.length > 0) await gatherSold(session, project, left_out);
  const signed = labels?.size ? lines.ids.map((id) => labels.get(id) ?? null) : [];
  const rated = await gatherRates(session, lines.price, project.discount_levels, endings, signed);
  await gatherSigned(session, lines.ids, before);
  const final = finalMetrics(project);
  const metrics = new Map([...staticMetrics(warehouse?.attributes ?? [], columns, shops), ...final]);
  await buildMetrics(session, metrics);
  await addRanks(session, new Set(metrics.keys()));
  await writeTables(session, folder, project.data_date);
  await writeCurveFile(folder, curves ? size.lines : 0, { levels, phases }, curves ?? NO_CURVES);
  const { converted } = held;
  return {
    ...(await readManifest(session, work, curves !== null, warehouse?.version ?? 0)),
    ...(converted.length > 0 && { converted }),
    ...(final.size > 0 && { closed: true, took_part: true }),
    ...(phases > 0 && { path_phases: phases }),
    ...(endings.length > 0 && { price_endings: endings }),
    ...(rated > 0 && { own_rates: true }),
    ...(before && { signed_phase: before.phase }),
  };
}

/** Publishes a draft's folder, with its curves or without; the draft is then given back, as when it fails. */
export async function finishDraft(
  drafting: Drafting,
  curves: SnapshotCurves | null,
  beside: Beside,
): Promise<SnapshotResult> {
  const { work, scratch, held } = drafting;
  const target = join(work.snapshot_folder, `v${work.version}`);
  await mkdir(work.snapshot_folder, { recursive: true });
  const temporary = await temporaryFolder(target);
  try {
    const manifest = await writeDraft(drafting, temporary, curves, beside);
    // The listing's file is built in a database of its own: this one's memory is given back first.
    held.release();
    await buildFactsFile(temporary, scratch);
    await writeFile(join(temporary, MANIFEST), JSON.stringify(manifest, null, 2));
    if (work.signal?.aborted) throw new CancelledError('Calcul annulé');
    await publishFolder(temporary, target);
    await held.discard();
    return { folder: target, manifest };
  } catch (error) {
    await discardFolder(temporary);
    await held.discard();
    throw error;
  }
}
