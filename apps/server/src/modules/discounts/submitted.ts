import {
  effectiveDiscount,
  isLapsed,
  previousDiscount,
  type SeenDiscount,
  seenDiscount,
  standingDiscount,
} from '@palier/domain';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { DbOrTx, Tx } from '../../db/database.ts';
import type { DiscountTable } from '../../db/tables/project-tables.ts';
import type { ProjectScope } from '../../scope.ts';
import { addEntry } from '../activities/index.ts';
import { batchesOf, idList } from './batches.ts';
import { idsChangedSince } from './changes.ts';
import type { PriceAt } from './repriced.ts';
import type { SignedPrice } from './validated.ts';

type DiscountRow = Selectable<DiscountTable>;

/** A line with what was submitted of it; null: it came since. */
interface SubmittedLine {
  line: DiscountRow;
  seen: SeenDiscount | null;
  /** Its lapse is in the journal. */
  logged: boolean;
  /** What its label bore; null: not kept. */
  seen_price: number | null;
}

/** A line whose discount is no longer the one submitted, or whose price at it is not. */
type LapsedLine = Pick<SubmittedLine, 'line' | 'seen'> & { seen_price: number | null };

/**
 * Keeps what is seen of every line as its phase is submitted, in place of what an earlier submission kept.
 * @param priceOf what labels bear by the figures on screen; null where these are on their way to others
 */
export async function keepSubmitted(
  tx: Tx,
  project: ProjectScope,
  lines: readonly DiscountRow[],
  priceOf: PriceAt | null,
): Promise<void> {
  await forgetSubmitted(tx, project);
  for await (const batch of batchesOf(lines)) {
    const seen = batch.map(seenDiscount);
    const prices = batch.map((line) => priceOf && pricesOf(line, priceOf));
    await sql`
      insert into phase_approval_line (project_id, discount_id, discount_pct, worked_pct, prices)
      select ${project.project_id}::uuid, l.*
      from unnest(${batch.map((line) => line.discount_id)}::uuid[], ${seen.map((one) => one.discount_pct)}::integer[],
        ${seen.map((one) => one.worked_pct)}::integer[], ${prices.map((one) => one && JSON.stringify(one))}::jsonb[])
        as l(discount_id, discount_pct, worked_pct, prices)`.execute(tx);
  }
}

/** Of a line that has a price in the phase. */
function pricesOf(line: DiscountRow, priceOf: PriceAt): SignedPrice | null {
  const standing = standingDiscount({
    included: line.included,
    discount_pct: effectiveDiscount(line),
    previous_discount_pct: previousDiscount(line),
  });
  return standing && priceOf(line.discount_id, standing.discount_pct);
}

/** Nothing waits for a signature any more. */
export async function forgetSubmitted(tx: Tx, project: ProjectScope): Promise<void> {
  await tx.deleteFrom('phase_approval_line').where('project_id', '=', project.project_id).execute();
}

/** The lines that are no longer as submitted: of those written since a version of the project, then those at other prices. */
export async function lapsedLines(db: DbOrTx, project: ProjectScope, version: number): Promise<LapsedLine[]> {
  const ids = await idsChangedSince(db, project, version);
  const among = ids === null ? sql`` : sql` and d.discount_id = any(${idList(ids)}::uuid[])`;
  const changed = await submittedLines(db, project, sql<boolean>`d.version > ${version}${among}`);
  const lapsed = changed.filter(({ line, seen }) => isLapsed(seen, line));
  const known = new Set(lapsed.map(({ line }) => line.discount_id));
  const repriced = await submittedLines(db, project, sql<boolean>`l.repriced`);
  return [...lapsed, ...repriced.filter(({ line }) => !known.has(line.discount_id))];
}

/**
 * Says in the journal which lines of a submission an act has just made lapse; nothing when none waits. Every write of
 * decisions asks it, so that nobody can forget.
 */
export async function tellLapse(
  tx: Tx,
  project: ProjectScope,
  { activity_id, version }: { activity_id: string; version: number },
  ids: readonly string[],
): Promise<void> {
  const { submission_id, label } = await waiting(tx, project);
  if (submission_id === null) return;
  const lines: SubmittedLine[] = [];
  for await (const batch of batchesOf(ids))
    lines.push(
      ...(await submittedLines(tx, project, sql<boolean>`d.discount_id = any(${[...batch]}::uuid[])`)),
    );
  const lapsed = lines.filter(({ line, seen }) => isLapsed(seen, line));
  const lapsing = lapsed.filter(({ logged }) => !logged).map(({ line }) => line.discount_id);
  const again = lines.filter(({ line, seen, logged }) => logged && !isLapsed(seen, line));
  await markLogged(tx, project, lapsing, true);
  await markLogged(
    tx,
    project,
    again.map(({ line }) => line.discount_id),
    false,
  );
  if (lapsing.length === 0) return;
  await addEntry(tx, project, {
    ...{ kind: 'lapsed', comment: null, version, ids: lapsing },
    details: { approval_id: submission_id, label, by: activity_id },
  });
}

/** What waits for a signature in a project, and its phase's name as it was submitted. */
async function waiting(tx: Tx, project: ProjectScope) {
  const row = await tx
    .selectFrom('project as p')
    .leftJoin('phase_approval as a', (join) =>
      join.onRef('a.project_id', '=', 'p.project_id').onRef('a.approval_id', '=', 'p.submission_id'),
    )
    .select(['p.submission_id', 'a.label'])
    .where('p.project_id', '=', project.project_id)
    .where('p.organization_id', '=', project.organization_id)
    .executeTakeFirst();
  return { submission_id: row?.submission_id ?? null, label: row?.label ?? null };
}

async function submittedLines(
  db: DbOrTx,
  project: ProjectScope,
  which: ReturnType<typeof sql<boolean>>,
): Promise<SubmittedLine[]> {
  const rows = await db
    .selectFrom('discount as d')
    .leftJoin('phase_approval_line as l', (join) =>
      join.onRef('l.project_id', '=', 'd.project_id').onRef('l.discount_id', '=', 'd.discount_id'),
    )
    .selectAll('d')
    .select(['l.discount_pct as seen_pct', 'l.worked_pct as seen_worked', 'l.logged', 'l.prices'])
    .where('d.project_id', '=', project.project_id)
    .where(which)
    .execute();
  return rows.map(({ seen_pct, seen_worked, logged, prices, ...line }) => ({
    line,
    seen: seen_worked === null ? null : { discount_pct: seen_pct, worked_pct: seen_worked },
    logged: logged === true,
    seen_price: prices?.price ?? null,
  }));
}

/** Lines that came since the submission are noted as they were then: without a discount. */
async function markLogged(
  tx: Tx,
  project: ProjectScope,
  ids: readonly string[],
  logged: boolean,
): Promise<void> {
  for await (const batch of batchesOf(ids))
    await sql`
      insert into phase_approval_line (project_id, discount_id, discount_pct, worked_pct, logged)
      select ${project.project_id}::uuid, id, null, 0, ${logged} from unnest(${[...batch]}::uuid[]) as id
      on conflict (project_id, discount_id) do update set logged = excluded.logged`.execute(tx);
}
