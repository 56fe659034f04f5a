import type { RuleEffect } from '@palier/contract';
import { effectiveDiscount, type Framing, type RuleStatement } from '@palier/domain';
import type { Deps } from '../../deps.ts';
import { ApiError, notFound } from '../../http/errors.ts';
import { knowingCosts, type ProjectScope } from '../../scope.ts';
import { findLines } from '../discounts/index.ts';
import { framingOf, readStatements } from './evaluate.ts';
import { winnerName } from './present.ts';
import { listRules, ruleLines } from './repository.ts';
import { ruleContext, ruleFault } from './service.ts';

type Needs = Pick<Deps, 'database' | 'facts'>;

/**
 * What each rule that takes a line does to it, the highest first: the line as it would be without that rule, all
 * others kept. Of the rulebook as it is, applied or not; nothing is written.
 * @throws 404, 409 without data
 */
export async function ruleEffects(
  deps: Needs,
  project: ProjectScope,
  discount_id: string,
): Promise<RuleEffect[]> {
  const {
    database: { db },
    facts,
  } = deps;
  const context = await ruleContext(deps, project);
  // One that means nothing any more says nothing of any line, as in the summary and the preview.
  const rules = (await listRules(db, project)).filter((rule) => ruleFault(rule, context) === null);
  const statements = await facts.use(knowingCosts(project), (found) =>
    readStatements(found, rules, { line_ids: [discount_id] }),
  );
  if (!statements) throw new ApiError('snapshot_missing');
  const taken = statements.by_line.get(discount_id) ?? [];
  if (taken.length === 0) return [];
  const [line] = await findLines(db, project, [discount_id]);
  if (!line) throw notFound('Cette ligne');
  const former = (await ruleLines(db, project)).get(discount_id);
  const frame = (those: readonly RuleStatement[]): Framing =>
    framingOf(
      line,
      former,
      { by_line: new Map([[discount_id, [...those]]]), counts: new Map() },
      context.levels,
    );
  const { overruled } = frame(taken);
  return taken.flatMap((statement) => {
    const rule = rules.find(({ rule_id }) => rule_id === statement.rule_id);
    if (!rule) return [];
    const winner = overruled[rule.rule_id];
    const without = frame(taken.filter((other) => other !== statement));
    const { discount_pct_min, discount_pct_max } = without;
    return {
      rule_id: rule.rule_id,
      name: rule.name,
      query: rule.query,
      discount_count: rule.discount_count,
      discount: statement.discount,
      overruled_by: winner === undefined ? null : winnerName(winner, rules),
      without: { discount_pct: effectiveDiscount(without), discount_pct_min, discount_pct_max },
    };
  });
}
