import type { SignedChanges } from '@palier/contract';
import { phaseLabel, previousDiscount, workedDiscount } from '@palier/domain';
import { sql } from 'kysely';
import type { DbOrTx } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { ApiError } from '../../../http/errors.ts';
import { isAllowed, type ProjectScope } from '../../../scope.ts';
import { touchedLines } from '../../activities/index.ts';
import { allLines } from '../../discounts/index.ts';
import { type ComparedLine, compareLines } from '../../plans/index.ts';
import type { ProjectRow } from '../repository.ts';
import { readProject } from '../service.ts';
import { lineTitles } from './state.ts';

type Needs = Pick<Deps, 'database' | 'facts'>;

/** Lines named one by one; the others are counted. */
const NAMED_LINES = 200;
/** What counts as a deep discount, in points. */
const DEEP = 50;

/**
 * What who signs has not signed yet: each line at its last signed discount and now, in euros of « marge après
 * invendus ». Of a phase signed once and taken back, against that signature; of another, against the phase before, whose
 * prices are signed: without one, against no discount at all, which is the whole plan.
 * @throws 409 snapshot_missing
 */
export async function readSignedChanges(deps: Needs, project: ProjectScope): Promise<SignedChanges> {
  const { db } = deps.database;
  const row = await readProject(db, project, project.project_id);
  const since = await lastSignature(db, project);
  const again =
    since?.phase === row.working_phase ? await signedBefore(db, project, since.activity_id) : null;
  const stored = new Map((await allLines(db, project)).map((line) => [line.discount_id, line]));
  const before = new Map(
    [...stored].map(([id, line]) => [id, again?.get(id) ?? previousDiscount(line) ?? 0]),
  );
  const compared = await compareLines(deps, project, row, before);
  if (!compared) throw new ApiError('snapshot_missing');
  const lines = compared.flatMap((figures): ChangedLine[] => {
    const line = stored.get(figures.discount_id);
    if (!line) return [];
    const before_pct = before.get(figures.discount_id) ?? 0;
    return [{ ...figures, item_group_id: line.item_group_id, before_pct, after_pct: workedDiscount(line) }];
  });
  const signature = since && {
    ...{ name: since.user_name, at: since.created_at.toISOString() },
    label: String(since.label ?? phaseLabel(row.phases[since.phase], since.phase)),
  };
  return present(deps, project, { row, since: signature, lines });
}

interface ChangedLine extends ComparedLine {
  item_group_id: string;
  before_pct: number;
  after_pct: number;
}

interface Compared {
  row: ProjectRow;
  since: SignedChanges['since'];
  lines: readonly ChangedLine[];
}

async function present(
  { facts }: Needs,
  project: ProjectScope,
  { row, since, lines }: Compared,
): Promise<SignedChanges> {
  const seesCosts = isAllowed(project, 'canSeeCosts');
  const changed = lines.filter(({ before_pct, after_pct }) => before_pct !== after_pct);
  const counted = lines.filter(({ included, before_pct, after_pct }) => included || before_pct !== after_pct);
  const shown = changed.toSorted((a, b) => weight(b) - weight(a)).slice(0, NAMED_LINES);
  const titles = await lineTitles(
    facts,
    project,
    shown.map(({ discount_id }) => discount_id),
  );
  return {
    since,
    line_count: lines.length,
    changed_count: changed.length,
    deep_before: counted.filter(({ before_pct }) => before_pct >= DEEP).length,
    deep_after: counted.filter(({ after_pct }) => after_pct >= DEEP).length,
    merit_before: seesCosts ? sumOf(counted.map(({ merit_before }) => merit_before)) : null,
    merit_after: seesCosts ? sumOf(counted.map(({ merit }) => merit)) : null,
    currency: row.accounting_currency,
    data: shown.map((line) => ({
      discount_id: line.discount_id,
      item_group_id: line.item_group_id,
      title: titles.get(line.discount_id)?.title ?? null,
      ...{ before_pct: line.before_pct, after_pct: line.after_pct, stock_qty: known(line.stock_qty) },
      merit_change: seesCosts ? known(line.merit - line.merit_before) : null,
    })),
  };
}

/** Lines that weigh most are read first; those of unknown weight come last. */
const weight = ({ merit, merit_before }: ComparedLine): number => Math.abs(merit - merit_before) || 0;

const known = (value: number): number | null => (Number.isFinite(value) ? value : null);

/** A line without a price or a cost counts for nothing, as in every other total; null when none is known. */
function sumOf(values: readonly number[]): number | null {
  const numbers = values.filter(Number.isFinite);
  return numbers.length === 0 ? null : numbers.reduce((sum, value) => sum + value, 0);
}

/** The latest validation of the project, whoever made it. */
async function lastSignature(db: DbOrTx, project: ProjectScope) {
  const row = await db
    .selectFrom('activity')
    .select(['activity_id', 'user_name', 'created_at', 'details'])
    .where('project_id', '=', project.project_id)
    .where('kind', '=', 'phase')
    .orderBy('activity_id', 'desc')
    .executeTakeFirst();
  if (!row) return null;
  return { ...row, phase: Number(row.details.phase), label: row.details.label };
}

/** The discounts that a validation reached, by line, as the journal keeps them. */
async function signedBefore(
  db: DbOrTx,
  project: ProjectScope,
  activity_id: string,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ discount_id: string; reached: number | null }>`
    select discount_id, (new_values -> 'previous_discount_pcts' ->> -1)::integer as reached
    from ${touchedLines(project, { activity_id })} l`.execute(db);
  return new Map(
    rows.flatMap(({ discount_id, reached }) => (reached === null ? [] : [[discount_id, reached]])),
  );
}
