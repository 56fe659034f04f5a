import { BEFORE_DAYS, type PastSales } from '@palier/analytics';
import type { Results } from '@palier/contract';
import { addDays, daysBetween, isOver, measureAcceleration, phaseEnd, phaseLabel } from '@palier/domain';
import type { Deps } from '../../deps.ts';
import type { ProjectScope } from '../../scope.ts';
import { salesOfLastYear } from '../plans/index.ts';
import type { ProjectRow } from '../projects/index.ts';
import { sumDecisions } from './decisions.ts';
import { type ResultRow, type ResultRows, readResultRows } from './lines.ts';
import { compareRows, leftOf } from './sums.ts';

type Needs = Pick<Deps, 'database' | 'facts'>;
type LastYear = Results['total']['last_year'];

const presentPast = (past: Omit<PastSales, 'keys'> | null): LastYear =>
  past && {
    sales_qty: past.sales_qty,
    sales: past.sales,
    profit: past.profit,
    discount_budget: past.discount_budget,
  };

interface AskedResults {
  /** The field whose values the rows are put together by. */
  by: string | null;
  /** The first phases only; left out: all those past. */
  phase_count?: number | undefined;
}

/** The post-mortem of a project: its past phases, whole and by the values of a field. @throws 409 snapshot_missing */
export async function readResults(
  deps: Needs,
  project: ProjectScope,
  { by, phase_count }: AskedResults,
): Promise<Results> {
  const read = await readResultRows(deps, project, by, phase_count);
  const { row, past, rows } = read;
  const data_date = row.snapshot_summary?.data_date ?? null;
  const lastYear = async (from: string, to: string) =>
    salesOfLastYear(deps, project, row, { selection: {}, by: by === null ? [] : [by], days: { from, to } });
  const phases: Results['phases'] = [];
  for (const phase of past) {
    const [from, to] = [row.phases[phase]?.start_date ?? row.end_date, phaseEnd(row, phase)];
    phases.push({
      ...{ project_phase: phase, label: phaseLabel(row.phases[phase], phase) },
      ...{ from_date: from, to_date: addDays(to, -1), source: read.sources.get(phase) ?? null },
      ...compareRows(rows.filter((line) => line.phase === phase)),
      last_year: presentPast((await lastYear(from, to)).find([])),
    });
  }
  const first = past[0];
  const last = past.at(-1);
  const before =
    first === undefined || last === undefined
      ? null
      : await lastYear(row.phases[first]?.start_date ?? row.end_date, phaseEnd(row, last));
  const over = isOver({ ...row, data_date });
  return {
    ...{ data_date, over, phases },
    total: { ...compareRows(rows), last_year: presentPast(before?.find([]) ?? null) },
    groups: by === null ? [] : groupsOf(rows, (key) => presentPast(before?.find([key]) ?? null)),
    left: over && past.length === row.phases.length ? leftOf(rows) : null,
    objective: objectiveOf(read),
    acceleration: accelerationOf(row, rows),
    decisions: await sumDecisions(deps.database.db, project, read.decisions, read.valued),
  };
}

/** Rows by what they are put together for, in the order in which they come. */
function gather<K>(rows: readonly ResultRow[], keyOf: (row: ResultRow) => K): Map<K, ResultRow[]> {
  const groups = new Map<K, ResultRow[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}

function groupsOf(rows: readonly ResultRow[], past: (key: string | null) => LastYear): Results['groups'] {
  return [...gather(rows, ({ group_key }) => group_key)]
    .map(([key, group]) => ({ key, ...compareRows(group), last_year: past(key) }))
    .sort((a, b) => (b.real.sales ?? 0) - (a.real.sales ?? 0));
}

/**
 * Shares of the products at each discount in the last past phase, beside the objective's; not those of an objective of the
 * stock, since nobody kept what stock each discount had.
 */
function objectiveOf({ row, past, rows }: ResultRows): Results['objective'] {
  const last = past.at(-1);
  const decided = rows.filter(({ phase, decided_pct }) => phase === last && decided_pct !== null);
  if (decided.length === 0) return [];
  const isOfStock = row.objective?.discount_pct_distribution_params?.basis === 'sum_stock_qty';
  const wanted = isOfStock ? null : (row.objective?.discount_pct_distribution ?? null);
  const found = gather(decided, ({ decided_pct }) => decided_pct ?? 0);
  const levels = new Set([...Object.keys(wanted ?? {}).map(Number), ...found.keys()]);
  return [...levels]
    .sort((a, b) => a - b)
    .map((discount_pct) => {
      const line_count = found.get(discount_pct)?.length ?? 0;
      const objective_pct = wanted && (wanted[discount_pct] ?? 0);
      const real_pct = (100 * line_count) / decided.length;
      return { discount_pct, objective_pct, real_pct, line_count };
    });
}

function accelerationOf(project: ProjectRow, rows: readonly ResultRow[]): Results['acceleration'] {
  const decided = rows.filter(({ decided_pct }) => decided_pct !== null);
  return [...gather(decided, ({ phase, decided_pct }) => `${phase} ${decided_pct}`).values()]
    .flatMap((group) => {
      const [one] = group;
      if (!one || one.decided_pct === null) return [];
      const start = project.phases[one.phase]?.start_date ?? project.end_date;
      const days = { phase: daysBetween(start, phaseEnd(project, one.phase)), before: BEFORE_DAYS };
      const { decided_pct: discount_pct, phase: project_phase } = one;
      return [{ project_phase, discount_pct, ...measureAcceleration(group, days) }];
    })
    .sort((a, b) => a.project_phase - b.project_phase || a.discount_pct - b.discount_pct);
}
