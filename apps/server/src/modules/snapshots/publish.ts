import { isDeepStrictEqual } from 'node:util';
import type { RecodedArticle, SnapshotDraft, SnapshotManifest } from '@palier/analytics';
import { leftOutOnArrival, validatedPhases } from '@palier/domain';
import { inTransaction } from '../../db/transaction.ts';
import { type LineMoves, settleMoves } from '../departures/index.ts';
import { addLines, levelsOf, type NewLine, renameArticles, renameLines } from '../discounts/index.ts';
import { keepFolder, releaseFolder, snapshotPath } from '../folders/index.ts';
import { initialDiscounts, readProject, takeVersion, updateProject } from '../projects/index.ts';
import { addSeriesJob } from '../series/index.ts';
import { keepRebuilt, type RebuiltPhase } from './backtests/past-phases.ts';
import { withPastLabels } from './price-endings/past-phases.ts';
import { snapshotProject } from './request.ts';
import { askedProducts } from './signed-products.ts';
import type { Work } from './work.ts';

/** The lines of a draft, those that the project does not have yet with what they bring; before the draft ends. */
export async function newLines(
  { deps, project, row, price_endings, line_ids }: Work,
  draft: SnapshotDraft,
): Promise<NewLine[]> {
  const { ids, item_group_ids } = await draft.lines();
  const initial = await initialDiscounts(deps.database.db, project);
  const there = new Set(line_ids.values());
  const [isFirst, validated] = [there.size === 0, validatedPhases(row)];
  const lines = ids.map((discount_id, index) => {
    const item_group_id = item_group_ids[index] ?? '';
    const previous_discount_pcts = initial[item_group_id] ?? [];
    const left_out_phases = there.has(discount_id)
      ? []
      : leftOutOnArrival({ isFirst, previous_discount_pcts, validated });
    return { discount_id, item_group_id, previous_discount_pcts, left_out_phases };
  });
  const isBrought = lines.some(
    ({ item_group_id, previous_discount_pcts }) =>
      previous_discount_pcts.length > 0 && !line_ids.has(item_group_id),
  );
  const prices = isBrought ? await draft.prices() : [];
  return withPastLabels(lines, prices, { endings: price_endings, levels: levelsOf(row) });
}

/** The lines whose product has another code now. */
function movedLines(line_ids: ReadonlyMap<string, string>, lines: readonly NewLine[]): NewLine[] {
  const codes = new Map([...line_ids].map(([code, id]) => [id, code]));
  return lines.filter(({ discount_id, item_group_id }) => {
    const before = codes.get(discount_id);
    return before !== undefined && before !== item_group_id;
  });
}

/** What is kept with a snapshot: its lines, its past phases, and the articles that have another code in it. */
interface Published {
  lines: readonly NewLine[];
  rebuilt: readonly RebuiltPhase[];
  recoded: readonly RecodedArticle[];
}

/** Readers change over between two queries: one transaction moves the version and adds lines for new products. */
export async function publish(
  { deps, project, row, version, line_ids }: Work,
  manifest: SnapshotManifest,
  { lines, rebuilt, recoded }: Published,
  moves: LineMoves,
): Promise<void> {
  await deps.folders.publish(snapshotPath(project.project_id, version));
  await inTransaction(deps.database.db, async (tx) => {
    const { version: decisions } = await takeVersion(tx, project, 'refresh');
    const now = await readProject(tx, project, project.project_id);
    // The project changed while its facts were computed: they answer another question, and the change
    // has asked for its own snapshot.
    if (!isDeepStrictEqual(snapshotProject(now, ''), snapshotProject(row, ''))) return;
    // Another worker began after this one, and has published what it read since.
    if (now.snapshot_version > version) return;
    const validated_phases = validatedPhases(now);
    await renameLines(tx, project, movedLines(line_ids, lines), decisions);
    await renameArticles(tx, project, recoded);
    await addLines(tx, project, lines, { version: decisions, validated_phases });
    for (const phase of rebuilt) await keepRebuilt(tx, project, phase);
    await settleMoves(tx, project, moves, { version: decisions, project_phase: now.working_phase });
    await keepFolder(tx, project, snapshotPath(project.project_id, version));
    if (now.snapshot_version > 0)
      await releaseFolder(tx, project, snapshotPath(project.project_id, now.snapshot_version));
    const { data_date, line_count, warehouse_version, converted, lacks } = manifest;
    await updateProject(tx, project, {
      snapshot_version: version,
      snapshot_summary: JSON.stringify({
        ...{ data_date, line_count, warehouse_version, asked: askedProducts(row) },
        ...(converted && { converted }),
        ...(lacks && { lacks }),
      }),
    });
    await addSeriesJob(tx, deps.queue, project);
  });
  await deps.queue.wake('series');
  if (deps.database.kind === 'pglite') await deps.database.executeSql('analyze discount');
  await deps.afterSnapshot(project);
  await deps.events.publish({
    type: 'project',
    organization_id: project.organization_id,
    project_id: project.project_id,
    data: { project_id: project.project_id, change: 'updated' },
  });
}
