import type { RuleSummary } from '@palier/contract';
import { allowedLevels } from '@palier/domain';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../http/errors.ts';
import { isAllowed, knowingCosts, type ProjectScope } from '../../scope.ts';
import { findLines, levelsOf } from '../discounts/index.ts';
import { meritsAtLevels } from '../plans/index.ts';
import { type ProjectRow, readProject } from '../projects/index.ts';
import { type FramedLines, readConflicts } from './conflicts.ts';
import { framingOf, readStatements, type Statements } from './evaluate.ts';
import { listRules, ruleLines } from './repository.ts';
import { ruleContext, ruleFault } from './service.ts';

type Needs = Pick<Deps, 'database' | 'facts'>;

/**
 * What each rule of the rulebook does as it stands, applied or not: its products, what it costs, what wins over it.
 * @throws 409 without data
 */
export async function summarizeRules(deps: Needs, project: ProjectScope): Promise<RuleSummary> {
  const { db } = deps.database;
  const rules = await listRules(db, project);
  const context = await ruleContext(deps, project);
  const faults = new Map(rules.map((rule) => [rule.rule_id, ruleFault(rule, context)]));
  const sound = rules.filter(({ rule_id }) => !faults.get(rule_id));
  // A rule may choose products by what they cost: who sees no cost sees which products it takes.
  const found = await deps.facts.use(knowingCosts(project), async (facts) => ({
    statements: await readStatements(facts, sound),
    off: await readStatements(
      facts,
      sound.filter(({ active }) => !active).map((rule) => ({ ...rule, active: true })),
    ),
  }));
  if (!found) throw new ApiError('snapshot_missing');
  const { statements, off } = found;
  const row = await readProject(db, project, project.project_id);
  const lines = await frameLines(deps, project, row, statements);
  const costs = isAllowed(project, 'canSeeCosts') ? await ruleCosts(deps, project, row, lines) : null;
  return {
    data: rules.map(({ rule_id, active }) => {
      const fault = faults.get(rule_id);
      return {
        rule_id,
        discount_count: (active ? statements : off).counts.get(rule_id) ?? 0,
        merit_cost: active && !fault && costs ? (costs.get(rule_id) ?? 0) : null,
        fault: fault
          ? [fault.message, ...(fault.code === 'invalid_query' ? fault.details : [])].join(' : ')
          : null,
      };
    }),
    conflicts: await readConflicts(deps, project, { row, rules: sound, lines }),
  };
}

async function frameLines(
  { database: { db } }: Needs,
  project: ProjectScope,
  row: ProjectRow,
  statements: Statements,
): Promise<FramedLines> {
  const levels = levelsOf(row);
  const former = await ruleLines(db, project);
  const rows = await findLines(db, project, [...statements.by_line.keys()]);
  return {
    levels,
    former,
    data: rows.map((line) => ({
      line,
      taken: statements.by_line.get(line.discount_id) ?? [],
      framing: framingOf(line, former.get(line.discount_id), statements, levels),
    })),
  };
}

interface Freed {
  id: string;
  rule_id: string;
  kept: number[];
  freed: number[];
}

/**
 * By rule, what the best « marge après invendus » of its included products would gain to the end without it: the same
 * as a product's panel says of one. Null without demand curves.
 */
async function ruleCosts(
  deps: Needs,
  project: ProjectScope,
  row: ProjectRow,
  lines: FramedLines,
): Promise<ReadonlyMap<string, number> | null> {
  const { levels, former } = lines;
  const freed: Freed[] = [];
  for (const { line, taken, framing } of lines.data.filter(({ line: { included } }) => included)) {
    const kept = allowedLevels({ ...line, ...framing }, levels);
    for (const statement of taken) {
      const others = taken.filter((other) => other !== statement);
      const by_line = new Map([[line.discount_id, others]]);
      const without = framingOf(line, former.get(line.discount_id), { by_line, counts: new Map() }, levels);
      const more = allowedLevels({ ...line, ...without }, levels);
      if (more.length > kept.length || more.some((level) => !kept.includes(level)))
        freed.push({ id: line.discount_id, rule_id: statement.rule_id, kept, freed: more });
    }
  }
  const merits = await meritsAtLevels(deps, project, row, [...new Set(freed.map(({ id }) => id))]);
  if (!merits && freed.length > 0) return null;
  const costs = new Map<string, number>();
  for (const { id, rule_id, kept, freed: more } of freed) {
    const best = (of: readonly number[]) => bestMerit(merits?.get(id), of, levels);
    const cost = Math.max(0, best(more) - best(kept));
    if (Number.isFinite(cost)) costs.set(rule_id, (costs.get(rule_id) ?? 0) + cost);
  }
  return costs;
}

function bestMerit(
  merits: Float64Array | undefined,
  allowed: readonly number[],
  levels: readonly number[],
): number {
  const known = allowed.map((level) => merits?.[levels.indexOf(level)] ?? Number.NaN).filter(Number.isFinite);
  return known.length > 0 ? Math.max(...known) : Number.NaN;
}
