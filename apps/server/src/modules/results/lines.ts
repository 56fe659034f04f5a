import type { ActualLine } from '@palier/analytics';
import { type GapParts, isPhasePast, type ResultLine, splitGap, validatedPhases } from '@palier/domain';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../http/errors.ts';
import type { ProjectScope } from '../../scope.ts';
import { signedDiscounts } from '../discounts/index.ts';
import { type ProjectRow, readProject } from '../projects/index.ts';
import { type KeptDecisions, keptDecisions, keptLines, keptPhases } from '../snapshots/index.ts';
import { type ValuedAgainst, valueDecisions } from './decisions.ts';

type Needs = Pick<Deps, 'database' | 'facts'>;

/** A line over a past phase: its plan, what it sold, the parts of its gap (null when it cannot be compared). */
export interface ResultRow extends ActualLine, ResultLine {
  family: string | null;
  /** The selling price that its plan is at, tax included and before tax: as it was signed, else that of today. */
  planned_price: number | null;
  planned_base_price: number | null;
  gap: GapParts | null;
  /** What was decided against the recommendation, if it was. */
  against: ValuedAgainst | null;
}

export interface ResultRows {
  row: ProjectRow;
  /** Numbers of the phases whose days are all known. */
  past: number[];
  /** Where each phase's plan comes from. */
  sources: ReadonlyMap<number, 'validated' | 'rebuilt'>;
  rows: ResultRow[];
  /** The rows of lines that took no part in their phase: no figure counts them. */
  left_out: ResultRow[];
  /** Of the past phases that kept what was recommended. */
  decisions: KeptDecisions[];
  valued: ReadonlyMap<string, ValuedAgainst>;
}

/** The phases whose last day is known at the data date of the snapshot served. */
export function pastPhases(row: ProjectRow): number[] {
  const data_date = row.snapshot_summary?.data_date ?? null;
  return row.phases.flatMap((_, index) => (isPhasePast({ ...row, data_date }, index) ? [index] : []));
}

/** As many decimals as files have: what is exported gives the same figures when it is computed again. */
function rounded<T extends number | null>(value: T): T {
  return (value === null ? null : Math.round(value * 1e4) / 1e4) as T;
}

function exported(line: ActualLine): ActualLine {
  const { price, base_price, cost, residual_value, qty, sales, list_sales, out_share } = line;
  return {
    ...line,
    ...{ price: rounded(price), base_price: rounded(base_price), cost: rounded(cost) },
    ...{ residual_value: rounded(residual_value), qty: rounded(qty), sales: rounded(sales) },
    ...{ list_sales: rounded(list_sales), out_share: rounded(out_share) },
  };
}

/** At the price signed, by the taxes of today; at that of today where none was kept. */
function plannedPrices({ price, base_price }: ActualLine, signed: number | null) {
  const planned_price = signed ?? price;
  const isKnown = signed !== null && price !== null && price > 0 && base_price !== null;
  const planned_base_price = isKnown ? rounded((base_price * signed) / price) : base_price;
  return { planned_price, planned_base_price };
}

/** Every line of the project over its past phases, or the first of them; apart, those that each phase left out of the markdown (`takesPartSql`), as in every sum of a project. @throws 409 snapshot_missing for facts of before actuals were kept */
export async function readResultRows(
  { database: { db }, facts }: Needs,
  project: ProjectScope,
  by: string | null = null,
  phase_count = Infinity,
): Promise<ResultRows> {
  const row = await readProject(db, project, project.project_id);
  const kept = await keptPhases(db, project);
  const signed = kept.map(({ project_phase: phase, from_date: from }) => ({
    ...{ phase, from },
    start: row.phases[phase]?.start_date ?? from,
  }));
  const actuals = await facts.use(project, (own) => own.actuals(by, signed, validatedPhases(row)));
  if (!actuals) throw new ApiError('snapshot_missing');
  const past = pastPhases(row).filter((phase) => phase < phase_count);
  const plans = new Map<string, { sales_qty: number; rate_pct: number }>();
  const prices = new Map<string, number | null>();
  for (const phase of past) {
    for (const line of await keptLines(db, project, phase)) plans.set(`${phase} ${line.discount_id}`, line);
    for (const [id, { list_price }] of await signedDiscounts(db, project, phase))
      prices.set(`${phase} ${id}`, list_price);
  }
  const lines = actuals
    .filter(({ phase }) => past.includes(phase))
    .map(exported)
    .map((line) => {
      const plan = plans.get(`${line.phase} ${line._id}`);
      // Signed once it had begun: what was sold until then is as it was.
      const planned_qty = plan ? rounded(plan.sales_qty + line.unplanned_qty) : null;
      const priced = { ...line, ...plannedPrices(line, prices.get(`${line.phase} ${line._id}`) ?? null) };
      if (!line.included) return { ...priced, planned_qty: null, planned_discount_pct: null };
      return { ...priced, planned_qty, planned_discount_pct: rounded(plan?.rate_pct ?? null) };
    });
  const gaps = splitGap(lines);
  const sources = new Map(kept.map((one) => [one.project_phase, one.source]));
  const decisions = (await keptDecisions(db, project)).filter(({ project_phase }) =>
    past.includes(project_phase),
  );
  const valued = valueDecisions(
    decisions,
    lines.map((line) => ({ ...line, base_price: line.planned_base_price })),
  );
  const rows = lines.map((line, index) => ({
    ...{ ...line, gap: gaps[index] ?? null },
    against: valued.get(`${line.phase} ${line._id}`) ?? null,
  }));
  return {
    ...{ row, past, sources, decisions, valued },
    rows: rows.filter(({ included }) => included),
    left_out: rows.filter(({ included }) => !included),
  };
}
