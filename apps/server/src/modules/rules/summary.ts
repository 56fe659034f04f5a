import type { ProjectFacts } from '@palier/analytics';
import type { RuleSummary } from '@palier/contract';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../http/errors.ts';
import { isAllowed, knowingCosts, type ProjectScope } from '../../scope.ts';
import { levelsOf } from '../discounts/index.ts';
import { planPrices, simulateLines } from '../plans/index.ts';
import { readProject } from '../projects/index.ts';
import { type FramedLines, readConflicts } from './conflicts.ts';
import { ruleCosts } from './costs.ts';
import { framingOf, readStatements, type Statements, standingsOf } from './evaluate.ts';
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
  const row = await readProject(db, project, project.project_id);
  const former = await ruleLines(db, project);
  const found = await deps.facts.use(knowingCosts(project), async (facts) => {
    const statements = await readStatements(facts, sound);
    return {
      statements,
      off: await readStatements(
        facts,
        sound.filter(({ active }) => !active).map((rule) => ({ ...rule, active: true })),
      ),
      lines: await frameLines(facts, statements, former, levelsOf(row)),
    };
  });
  if (!found) throw new ApiError('snapshot_missing');
  const { statements, off, lines } = found;
  // The remedies and the costs are worked out on the same reading of the lines that take part.
  const included = lines.data.flatMap(({ line }) => (line.included ? line : []));
  const seesCosts = isAllowed(project, 'canSeeCosts') && included.length > 0;
  const simulation = seesCosts ? await simulateLines(deps, project, row, included) : null;
  const prices = simulation && (await planPrices(deps.database, project));
  const costs = simulation && ruleCosts(lines, simulation, prices);
  return {
    data: rules.map(({ rule_id, name, state, active }) => {
      const fault = faults.get(rule_id);
      return {
        rule_id,
        name,
        state,
        discount_count: (active ? statements : off).counts.get(rule_id) ?? 0,
        merit_cost: active && !fault && costs ? (costs.get(rule_id) ?? 0) : null,
        fault: fault
          ? [fault.message, ...(fault.code === 'invalid_query' ? fault.details : [])].join(' : ')
          : null,
      };
    }),
    conflicts: readConflicts({ rules: sound, lines, simulation }),
    priced_by: prices?.run ?? null,
  };
}

async function frameLines(
  facts: ProjectFacts,
  statements: Statements,
  former: FramedLines['former'],
  levels: readonly number[],
): Promise<FramedLines> {
  const rows = await standingsOf(facts, [...statements.by_line.keys()]);
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
