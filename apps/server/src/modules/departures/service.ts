import type { Departures } from '@palier/contract';
import { isDecided } from '@palier/domain';
import type { DbOrTx, Tx } from '../../db/database.ts';
import type { ProjectScope } from '../../scope.ts';
import { addEntry } from '../activities/index.ts';
import { findLines } from '../discounts/index.ts';
import { type Facts, nullIfMissing } from '../facts/index.ts';
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

type Leaving = Omit<DepartedLine, 'project_phase' | 'reviewed' | 'included'>;

/** What new figures change of the lines that a project has. */
export interface LineMoves {
  /** Those of the figures in use that the new ones do not have, as they are there. */
  leaving: readonly Leaving[];
  /** How many lines come that the figures in use do not have. */
  come: number;
  /** All lines of the new figures. */
  there: ReadonlySet<string>;
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
): Promise<(Leaving & Pick<DepartedLine, 'reviewed' | 'included'>)[]> {
  const ids = leaving.map(({ discount_id }) => discount_id).filter((id) => !known.has(id));
  if (ids.length === 0) return [];
  const decisions = new Map((await findLines(tx, project, ids)).map((line) => [line.discount_id, line]));
  const commented = await commentedLines(tx, project, ids);
  return leaving.flatMap((line) => {
    const decision = decisions.get(line.discount_id);
    if (!decision || !(isDecided(decision) || commented.has(line.discount_id))) return [];
    return [{ ...line, reviewed: decision.discount_pct_reviewed, included: decision.included }];
  });
}

interface Needs {
  db: DbOrTx;
  facts: Pick<Facts, 'useWarehouse'>;
}

/** How many products an answer names. */
const MOST_NAMED = 500;

/** The decided products that left a project, within the caller's perimeter; those that came back last. */
export async function readDepartures({ db, facts }: Needs, project: ProjectScope): Promise<Departures> {
  const own = await seenOf(facts, project, await listDeparted(db, project));
  return {
    ...{ count: own.length, away_count: own.filter(({ returned }) => !returned).length },
    data: own.slice(0, MOST_NAMED).map(presentDeparted),
  };
}

/** The lines that are away of products that the caller reaches: figures, which tell of the others, do not have them. */
export async function awayLines({ db, facts }: Needs, project: ProjectScope): Promise<DepartedRow[]> {
  const away = (await listDeparted(db, project)).filter(({ returned }) => !returned);
  return seenOf(facts, project, away);
}

/**
 * Of some lines those whose product the caller reaches, as the imported data describe it: a project's figures may have
 * it no more.
 */
export async function seenOf<T extends Pick<DepartedRow, 'item_group_id'>>(
  facts: Needs['facts'],
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
