import type { SeenDecisions } from '@palier/contract';
import { compareDiscounts, discountFault, type EditFault } from '@palier/domain';
import type { Db } from '../../../db/database.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { invalid } from '../../../http/errors.ts';
import { reachesGroup } from '../../../perimeter.ts';
import type { ProjectScope } from '../../../scope.ts';
import { listProjects, openProject, proveListed, readProject, takeVersion } from '../../projects/index.ts';
import { changesOf } from '../edits.ts';
import { type DiscountRow, findLines, type LineChanges } from '../repository.ts';
import { type Kept, levelsOf, publishWritten, type Stores, type Written, writeLines } from '../service.ts';
import { withoutUnseen } from '../unseen.ts';
import { type ComparedLine, comparedLines } from './repository.ts';

export interface LineOutOfSync {
  project_id: string;
  out_of_sync: boolean;
  discount_pct: number | null;
  source_discount_pct: number | null;
}
export interface GroupOutOfSync {
  project_id: string;
  out_of_sync_count: number;
  discount_count: number;
  /** Lines whose product the source has, with or without a discount to give. */
  shared_count: number;
}

/** The projects to compare with: those named, else every other one of the organisation. @throws 404 */
async function sourcesOf(db: Db, target: ProjectScope, ids: readonly string[] | undefined) {
  if (ids) return Promise.all([...new Set(ids)].map((id) => openProject(db, target, id)));
  const rows = await listProjects(db, target);
  return rows
    .filter((row) => reachesGroup(target, row.project_group_id))
    .map((row) => proveListed(target, row));
}

const isOther = (target: ProjectScope) => (source: ProjectScope) => source.project_id !== target.project_id;

/** A line beside the same product in other projects. Projects that have no discount for it are left out. */
export async function lineOutOfSync(
  db: Db,
  target: ProjectScope,
  discount_id: string,
  projects: readonly string[] | undefined,
): Promise<LineOutOfSync[]> {
  const [line] = await comparedLines(db, target, { ids: [discount_id] });
  if (!line) return [];
  const found: LineOutOfSync[] = [];
  for (const source of (await sourcesOf(db, target, projects)).filter(isOther(target))) {
    const [other] = await comparedLines(db, source, { item_group_id: line.item_group_id });
    const difference = compareDiscounts(line, other);
    if (difference) found.push({ project_id: source.project_id, ...difference });
  }
  return found;
}

/**
 * For each project, how many lines of a selection carry another discount there, of how many that it could give, and
 * how many products are in both.
 * Projects that share no product are listed only when asked for.
 *
 * @param ids lines of the selection, null for all of them.
 */
export async function groupOutOfSync(
  db: Db,
  target: ProjectScope,
  ids: readonly string[] | null,
  projects: readonly string[] | undefined,
): Promise<GroupOutOfSync[]> {
  const lines = await comparedLines(db, target, ids ? { ids } : {});
  const found: GroupOutOfSync[] = [];
  for (const source of (await sourcesOf(db, target, projects)).filter(isOther(target))) {
    const others = byProduct(await comparedLines(db, source));
    const count: GroupOutOfSync = {
      project_id: source.project_id,
      out_of_sync_count: 0,
      discount_count: 0,
      shared_count: 0,
    };
    for (const line of lines) {
      const other = others.get(line.item_group_id);
      if (other) count.shared_count += 1;
      const difference = compareDiscounts(line, other);
      if (!difference) continue;
      count.discount_count += 1;
      if (difference.out_of_sync) count.out_of_sync_count += 1;
    }
    if (projects || count.shared_count > 0) found.push(count);
  }
  return found;
}

export type Synced = Written &
  Kept & {
    /** Lines left alone because the project, its rules or the previous phase refuse the discount, by reason. */
    refused: Partial<Record<EditFault, number>>;
    /** Lines left alone because their discount is optimal. */
    optimal_count: number;
  };

/**
 * Takes the discounts of another project, as choices by hand: one activity, which can be undone.
 * @throws 404 for an unknown source, 400 when it is the project itself.
 */
export async function syncDiscounts(
  { db, events }: Stores,
  target: ProjectScope,
  ids: readonly string[] | null,
  request: { source_project_id: string; override_optimal: boolean; seen?: SeenDecisions | undefined },
): Promise<Synced> {
  const source = await openProject(db, target, request.source_project_id);
  if (!isOther(target)(source)) throw invalid('Choisissez un autre projet que celui-ci.');
  const { name } = await readProject(db, target, source.project_id);
  const synced = await inTransaction(db, async (tx): Promise<Synced> => {
    const row = await takeVersion(tx, target, 'sync');
    const compared = await comparedLines(tx, target, ids ? { ids } : {});
    const others = byProduct(await comparedLines(tx, source));
    const wanted = wantedDiscounts(compared, others);
    const lines = await findLines(tx, target, [...wanted.keys()]);
    const plan = planSync(lines, wanted, { levels: levelsOf(row), ...request });
    const { lines: own, kept } = await withoutUnseen(tx, target, plan.changes, request.seen);
    const written = await writeLines(tx, target, own, {
      kind: 'sync',
      comment: null,
      details: { source_project_id: source.project_id, source_name: name },
      version: row.version,
    });
    return { ...written, kept, refused: plan.refused, optimal_count: plan.optimal_count };
  });
  await publishWritten(events, target, synced);
  return synced;
}

/** The source's discount for each line that carries another one. */
function wantedDiscounts(
  lines: readonly ComparedLine[],
  others: ReadonlyMap<string, ComparedLine>,
): Map<string, number> {
  const wanted = new Map<string, number>();
  for (const line of lines) {
    const difference = compareDiscounts(line, others.get(line.item_group_id));
    if (difference?.out_of_sync) wanted.set(line.discount_id, difference.source_discount_pct);
  }
  return wanted;
}

function planSync(
  lines: readonly DiscountRow[],
  wanted: ReadonlyMap<string, number>,
  { levels, override_optimal }: { levels: readonly number[]; override_optimal: boolean },
) {
  const changes: LineChanges[] = [];
  const refused: Synced['refused'] = {};
  let optimal_count = 0;
  for (const line of lines) {
    const discount_pct_user = wanted.get(line.discount_id) ?? null;
    const fault = discountFault(discount_pct_user, line, levels);
    if (line.discount_pct_is_optimal && !override_optimal) optimal_count += 1;
    else if (fault) refused[fault] = (refused[fault] ?? 0) + 1;
    else changes.push({ discount_id: line.discount_id, changes: changesOf({ discount_pct_user }, line) });
  }
  return { changes, refused, optimal_count };
}

const byProduct = (lines: readonly ComparedLine[]): Map<string, ComparedLine> =>
  new Map(lines.map((line) => [line.item_group_id, line]));
