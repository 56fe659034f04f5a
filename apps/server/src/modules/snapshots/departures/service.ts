import type { SnapshotDraft } from '@palier/analytics';
import type { Departures } from '@palier/contract';
import { isDecided, type Line } from '@palier/domain';
import type { Tx } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import type { ProjectScope } from '../../../scope.ts';
import { addEntry } from '../../activities/index.ts';
import { findLines } from '../../discounts/index.ts';
import { type Facts, nullIfMissing } from '../../facts/index.ts';
import type { Work } from '../work.ts';
import { presentDeparted } from './present.ts';
import {
  awayLineIds,
  commentedLines,
  type DepartedLine,
  type DepartedRow,
  keepDeparted,
  listDeparted,
  markReturned,
} from './repository.ts';

type Leaving = Omit<DepartedLine, 'project_phase' | 'reviewed'>;

/** What new figures change of the lines that a project has. */
export interface LineMoves {
  /** Those of the figures in use that the new ones do not have, as they are there. */
  leaving: readonly Leaving[];
  /** How many lines come that the figures in use do not have. */
  come: number;
  /** All lines of the new figures. */
  there: ReadonlySet<string>;
}

const FIELDS = [
  ...['item_group_id', 'title', 'stock_qty', 'discount_pct', 'discount_pct_update_user'],
  ...['phase_forecast.sales', 'discount_budget'],
];

/** Compares the lines of a draft with those of the figures in use; before the draft ends. */
export async function lineMoves(
  { deps, project, line_ids }: Work,
  draft: Pick<SnapshotDraft, 'lines' | 'absences'>,
): Promise<LineMoves> {
  const there = new Set((await draft.lines()).ids);
  const away = [...line_ids.values()].filter((id) => !there.has(id));
  const none = { leaving: [], come: 0, there };
  if (away.length === 0) return none;
  const former = await deps.facts
    .use(project, async (own) => {
      const lines: Line[] = [];
      for await (const batch of own.rows({ line_ids: away, fields: FIELDS, excludes: ['curve'] }))
        for (const line of batch) lines.push(line);
      return { lines, ids: lines.length > 0 ? await own.lineIds({}) : [] };
    })
    .catch(nullIfMissing);
  if (!former || former.lines.length === 0) return none;
  const reasons = await draft.absences(former.lines.map(({ item_group_id }) => item_group_id));
  const before = new Set(former.ids);
  return {
    leaving: former.lines.map((line) => ({
      ...{ discount_id: line._id, item_group_id: line.item_group_id, title: line.title ?? null },
      reason: reasons.get(line.item_group_id) ?? 'unknown',
      ...{ discount_pct: line.discount_pct ?? null, decided_by: line.discount_pct_update_user ?? null },
      ...{ stock_qty: line.stock_qty ?? null, sales: line.phase_forecast?.sales ?? null },
      discount_budget: line.discount_budget ?? null,
    })),
    come: [...there].filter((id) => !before.has(id)).length,
    there,
  };
}

/**
 * Says in the journal which lines that somebody decided leave with new figures, and keeps what they were; those that
 * come back are so. What nobody decided of leaves without a word.
 */
export async function settleMoves(
  tx: Tx,
  project: ProjectScope,
  { leaving, come, there }: LineMoves,
  { version, project_phase }: { version: number; project_phase: number | null },
): Promise<void> {
  const known = await awayLineIds(tx, project);
  await markReturned(
    tx,
    project,
    known.filter((id) => there.has(id)),
  );
  if (project_phase === null) return;
  const departed = await decidedOf(tx, project, leaving, new Set(known));
  if (departed.length === 0) return;
  const stock = departed.flatMap(({ stock_qty }) => stock_qty ?? []);
  const stock_qty = stock.length > 0 ? stock.reduce((sum, qty) => sum + qty, 0) : null;
  const { activity_id } = await addEntry(tx, project, {
    ...{ kind: 'departed', comment: null, version, details: { stock_qty, come } },
    ids: departed.map(({ discount_id }) => discount_id),
  });
  await keepDeparted(
    tx,
    project,
    activity_id,
    departed.map((line) => ({ ...line, project_phase })),
  );
}

/** Of the lines that leave those that somebody decided of or commented, said by no entry yet. */
async function decidedOf(
  tx: Tx,
  project: ProjectScope,
  leaving: readonly Leaving[],
  known: ReadonlySet<string>,
): Promise<(Leaving & Pick<DepartedLine, 'reviewed'>)[]> {
  const ids = leaving.map(({ discount_id }) => discount_id).filter((id) => !known.has(id));
  if (ids.length === 0) return [];
  const decisions = new Map((await findLines(tx, project, ids)).map((line) => [line.discount_id, line]));
  const commented = await commentedLines(tx, project, ids);
  return leaving.flatMap((line) => {
    const decision = decisions.get(line.discount_id);
    if (!decision || !(isDecided(decision) || commented.has(line.discount_id))) return [];
    return [{ ...line, reviewed: decision.discount_pct_reviewed }];
  });
}

type Needs = Pick<Deps, 'facts' | 'database'>;

/** How many products an answer names. */
const MOST_NAMED = 500;

/** The decided products that left a project, within the caller's perimeter; those that came back last. */
export async function readDepartures(deps: Needs, project: ProjectScope): Promise<Departures> {
  const own = await seenOf(deps, project, await listDeparted(deps.database.db, project));
  return {
    ...{ count: own.length, away_count: own.filter(({ returned }) => !returned).length },
    data: own.slice(0, MOST_NAMED).map(presentDeparted),
  };
}

/** The lines that are away of products that the caller reaches: figures, which tell of the others, do not have them. */
export async function awayLines(deps: Needs, project: ProjectScope): Promise<DepartedRow[]> {
  const away = (await listDeparted(deps.database.db, project)).filter(({ returned }) => !returned);
  return seenOf(deps, project, away);
}

/**
 * Of some lines those whose product the caller reaches, as the imported data describe it: a project's figures may have
 * it no more.
 */
export async function seenOf<T extends Pick<DepartedRow, 'item_group_id'>>(
  { facts }: { facts: Pick<Facts, 'useWarehouse'> },
  project: ProjectScope,
  lines: readonly T[],
): Promise<T[]> {
  if (!project.perimeter || lines.length === 0) return [...lines];
  const codes = [...new Set(lines.map(({ item_group_id }) => item_group_id))];
  const products = await facts
    .useWarehouse(project, (warehouse) => warehouse.products(codes))
    .catch(nullIfMissing);
  const seen = new Set(products);
  return lines.filter(({ item_group_id }) => seen.has(item_group_id));
}
