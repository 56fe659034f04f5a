import type { ProjectFacts } from '@palier/analytics';
import { type NewRule, RULE_PREVIEW_SIZE, type RulePreview } from '@palier/contract';
import { effectiveDiscount, type Framing, LADDER } from '@palier/domain';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../http/errors.ts';
import { newId } from '../../ids.ts';
import type { ProjectScope } from '../../scope.ts';
import { type DiscountRow, findLines, levelsOf } from '../discounts/index.ts';
import { readProject } from '../projects/index.ts';
import { type EvaluatedRule, framingOf, readStatements, type Statements } from './evaluate.ts';
import { winnerName } from './present.ts';
import { listRules, ruleLines } from './repository.ts';
import { checkRule } from './service.ts';

type Needs = Pick<Deps, 'database' | 'facts'>;

/** A rule of the rulebook or the draft, as far as a preview needs it. */
type NamedRule = EvaluatedRule & { name: string };
interface FramedRow {
  line: DiscountRow;
  framing: Framing;
}

/**
 * What a rule, new or changed, would do at its place in the rulebook; nothing is written.
 * @throws 400 for a query that means nothing, 409 without data, 422 for what a rule cannot say
 */
export async function previewRule(deps: Needs, project: ProjectScope, draft: NewRule): Promise<RulePreview> {
  await checkRule(deps, project, draft);
  const { db } = deps.database;
  const { rules, rule } = withDraft(await listRules(db, project), draft);
  const preview = await deps.facts.use(project, async (facts) => {
    const taken = [...(await readStatements(facts, [rule])).by_line.keys()];
    const statements = await readStatements(facts, rules, { line_ids: taken });
    const framed = await frameRows(deps, project, taken, statements);
    const query = { filter: rule.query };
    return {
      ...(await facts.counts(query)),
      sum_stock_qty: (await facts.stats(query)).sum_stock_qty,
      discount_count: taken.length,
      changed_count: framed.filter(({ line, framing }) => discountNow(line) !== effectiveDiscount(framing))
        .length,
      conflicts: conflictsOf(framed, rule, rules),
      data: await readExamples(facts, framed, rule, rules),
    };
  });
  if (!preview) throw new ApiError('snapshot_missing');
  return preview;
}

const discountNow = (line: DiscountRow): number | null => effectiveDiscount(line);

/** The rulebook with the draft where it stands, or at the bottom. */
function withDraft(stored: readonly NamedRule[], draft: NewRule): { rules: NamedRule[]; rule: NamedRule } {
  const former = stored.find(({ rule_id }) => rule_id === draft._id);
  const rule: NamedRule = {
    rule_id: draft._id ?? newId(),
    name: draft.name ?? former?.name ?? '',
    query: draft.query === undefined ? (former?.query ?? null) : draft.query,
    discount_spec_by:
      draft.discount_spec_by === undefined ? (former?.discount_spec_by ?? null) : draft.discount_spec_by,
    discount_spec_map:
      draft.discount_spec_map === undefined ? (former?.discount_spec_map ?? null) : draft.discount_spec_map,
    discount_spec_map_type:
      draft.discount_spec_map_type === undefined
        ? (former?.discount_spec_map_type ?? null)
        : draft.discount_spec_map_type,
  };
  const rules = stored.filter((other) => other !== former);
  const place = draft.position ?? (former ? stored.indexOf(former) : rules.length);
  rules.splice(place, 0, rule);
  return { rules, rule };
}

async function frameRows(
  { database: { db } }: Needs,
  project: ProjectScope,
  ids: readonly string[],
  statements: Statements,
): Promise<FramedRow[]> {
  const levels = levelsOf(await readProject(db, project, project.project_id));
  const former = await ruleLines(db, project);
  return (await findLines(db, project, ids)).map((line) => ({
    line,
    framing: framingOf(line, former.get(line.discount_id), statements, levels),
  }));
}

/** What wins over the rule, the most frequent first. */
function conflictsOf(
  framed: readonly FramedRow[],
  rule: NamedRule,
  rules: readonly NamedRule[],
): RulePreview['conflicts'] {
  const counts = new Map<string, number>();
  for (const { framing } of framed) {
    const winner = framing.overruled[rule.rule_id];
    if (winner !== undefined) counts.set(winner, (counts.get(winner) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([winner, discount_count]) => ({
      rule_id: winner === LADDER ? null : winner,
      name: winnerName(winner, rules),
      discount_count,
    }));
}

async function readExamples(
  facts: ProjectFacts,
  framed: readonly FramedRow[],
  rule: NamedRule,
  rules: readonly NamedRule[],
): Promise<RulePreview['data']> {
  const byId = new Map(framed.map((one) => [one.line.discount_id, one]));
  const { data } = await facts.lines({
    ...{ line_ids: [...byId.keys()], fields: ['title', 'stock_qty'], excludes: ['curve'] },
    ...{ sort: 'stock_qty', order: 'desc', size: RULE_PREVIEW_SIZE },
  });
  return data.flatMap(({ _id, item_group_id, title, stock_qty }) => {
    const found = byId.get(_id);
    if (!found) return [];
    const { line, framing } = found;
    const winner = framing.overruled[rule.rule_id];
    return {
      _id,
      item_group_id,
      title: typeof title === 'string' ? title : null,
      stock_qty: typeof stock_qty === 'number' ? stock_qty : null,
      discount_pct: discountNow(line),
      new_discount_pct: effectiveDiscount(framing),
      discount_pct_min: framing.discount_pct_min,
      discount_pct_max: framing.discount_pct_max,
      overruled_by: winner === undefined ? null : winnerName(winner, rules),
    };
  });
}
