import type { EngineLines, LineSelection } from '@palier/analytics';
import type { References } from '@palier/contract';
import { groupKey } from '@palier/domain';
import { bestLevels, type PhaseFigure, type SimulatedTotals, simulateGroups } from '@palier/engine';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../http/errors.ts';
import type { ProjectScope } from '../../scope.ts';
import { valuesAt } from '../activities/index.ts';
import { findLines, levelsOf } from '../discounts/index.ts';
import { warehouseVersion } from '../facts/index.ts';
import { readProject } from '../projects/index.ts';
import { type Decisions, presentPlan, simulationProblem } from '../simulations/index.ts';
import { lastYear } from './last-year.ts';

type Needs = Pick<Deps, 'config' | 'database' | 'facts'>;
type GroupReferences = References['data'][number];

/** Levels of the tree whose groups are more than this stand without references: nobody reads so many scales. */
const MAX_GROUPS = 2000;

const FIGURES: readonly PhaseFigure[] = ['units', 'sales', 'profit'];

type Request = { by: readonly string[]; since: string | null };

/** All that an answer follows from: what is asked, the project with the version of its decisions, the sales held. */
export async function referencesKey(
  deps: Needs,
  scope: ProjectScope,
  selection: LineSelection,
  { by, since }: Request,
): Promise<string> {
  const { db } = deps.database;
  const project = await readProject(db, scope, scope.project_id);
  const { initial_discount_pcts: _, snapshot_summary: __, ...known } = project;
  return JSON.stringify([known, await warehouseVersion(db, scope), selection, by, since]);
}

/**
 * What the figures of a selection, and of its groups, are read against: doing nothing, the best attainable, the same
 * round last year. @throws 409 snapshot_missing
 */
export async function readReferences(
  deps: Needs,
  project: ProjectScope,
  selection: LineSelection,
  { by, since }: Request,
): Promise<References> {
  const row = await readProject(deps.database.db, project, project.project_id);
  const lines = await deps.facts.use(project, (facts) => facts.engineLines(selection));
  if (!lines || lines.phase_qty.length === 0 || row.working_phase === null)
    throw new ApiError('snapshot_missing');
  const levels = levelsOf(row);
  const rows = await findLines(deps.database.db, project, lines.ids);
  const decisions = new Map(rows.map((line) => [line.discount_id, line]));
  const problem = simulationProblem(lines, decisions, levels);
  const tree = await treeOf(deps, project, lines, by);
  const figures = (plan: Uint8Array): SimulatedTotals[] =>
    tree.flatMap(({ keys, group }) => simulateGroups(problem, plan, group, keys.length));

  const nothing = figures(stillPlan(lines, decisions, levels));
  const present = presentPlan(lines, decisions, levels);
  const then = since === null ? null : await valuesAt(deps.database.db, project, since);
  const before = then && figures(presentPlan(lines, overlaid(decisions, then.values), levels));
  const free = Uint8Array.from(lines.ids, (id) => (decisions.get(id)?.included ? 1 : 0));
  const best = FIGURES.map((figure) => figures(bestLevels(problem, figure, free, present)));
  const past = await lastYear(deps, project, row, selection, by);
  return {
    data: tree
      .flatMap(({ keys }) => keys)
      .map(
        (keys, index): GroupReferences => ({
          keys,
          nothing: presentStanding(nothing[index]),
          ...(before && { before: presentStanding(before[index]) }),
          optimum: bestOf(best.flatMap((one) => one[index] ?? [])),
          last_year: past.find(keys),
        }),
      ),
    last_year: past.period,
    ...(then && { since_count: then.count }),
  };
}

/** Prices left where the previous phase put them. */
function stillPlan(lines: EngineLines, decisions: Decisions, levels: readonly number[]): Uint8Array {
  return Uint8Array.from(lines.ids, (id) =>
    Math.max(0, levels.indexOf(decisions.get(id)?.previous_discount_pcts.at(-1) ?? 0)),
  );
}

/** Decisions with former values over them. */
function overlaid(decisions: Decisions, values: ReadonlyMap<string, Record<string, unknown>>): Decisions {
  return new Map([...decisions].map(([id, line]) => [id, { ...line, ...values.get(id) }]));
}

function presentStanding(totals: SimulatedTotals | undefined) {
  return { ...presentFigures(totals), stock: totals?.residual_stock ?? 0 };
}

function presentFigures(totals: SimulatedTotals | undefined) {
  return {
    sales_qty: totals?.units ?? 0,
    sales: totals?.sales ?? 0,
    profit: totals?.profit ?? 0,
    discount_budget: totals?.discount_amount ?? 0,
  };
}

/** The largest units, sales and margin and the least stock left over plans that each seek one of them. */
function bestOf(totals: readonly SimulatedTotals[]): GroupReferences['optimum'] {
  return {
    sales_qty: Math.max(...totals.map(({ units }) => units)),
    sales: Math.max(...totals.map(({ sales }) => sales)),
    profit: Math.max(...totals.map(({ profit }) => profit)),
    stock: Math.min(...totals.map(({ residual_stock }) => residual_stock)),
  };
}

/** The groups of one level of the tree, and the number of each line's. */
type Level = { keys: (string | null)[][]; group: Int32Array };

/** The groups of the lines at every level, the whole selection first; a level of too many groups ends the list. */
async function treeOf(
  { facts }: Needs,
  project: ProjectScope,
  lines: EngineLines,
  by: readonly string[],
): Promise<Level[]> {
  const count = lines.ids.length;
  const whole: Level = { keys: [[]], group: new Int32Array(count) };
  if (by.length === 0) return [whole];
  const keysOf: (readonly (string | null)[])[] = new Array(count);
  const places = new Map(lines.ids.map((id, index) => [id, index]));
  await facts.use(project, async (own) => {
    const request = { line_ids: lines.ids, fields: ['item_group_id'], by: [...by] };
    for await (const batch of own.rows(request)) {
      for (const row of batch) keysOf[places.get(row._id) ?? -1] = row.keys as (string | null)[];
    }
  });
  const depths = by.map((_, depth) => levelOf(keysOf, depth + 1, count));
  const wide = depths.findIndex(({ keys }) => keys.length > MAX_GROUPS);
  return [whole, ...(wide < 0 ? depths : depths.slice(0, wide))];
}

function levelOf(keysOf: readonly (readonly (string | null)[])[], depth: number, count: number): Level {
  const level: Level = { keys: [], group: new Int32Array(count).fill(-1) };
  const numbers = new Map<string, number>();
  for (let index = 0; index < count; index++) {
    const keys = keysOf[index]?.slice(0, depth);
    if (!keys) continue;
    const key = groupKey(keys);
    let number = numbers.get(key);
    if (number === undefined) {
      number = level.keys.push(keys) - 1;
      numbers.set(key, number);
    }
    level.group[index] = number;
  }
  return level;
}
