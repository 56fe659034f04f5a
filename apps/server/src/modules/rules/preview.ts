import type { ProjectFacts } from '@palier/analytics';
import { type NewRule, RULE_PREVIEW_SIZE, type RuleFigures, type RulePreview } from '@palier/contract';
import {
  effectiveDiscount,
  type Framing,
  LADDER,
  type Line,
  previousDiscount,
  type QueryTree,
  readField,
} from '@palier/domain';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../http/errors.ts';
import { newId } from '../../ids.ts';
import { isAllowed, knowingCosts, type ProjectScope } from '../../scope.ts';
import type { StandingRow } from '../discounts/index.ts';
import { simulateLines } from '../plans/index.ts';
import { readProject } from '../projects/index.ts';
import {
  type EvaluatedRule,
  framedChanges,
  framingOf,
  readStatements,
  selectionOf,
  standingsOf,
} from './evaluate.ts';
import { winnerName } from './present.ts';
import { listRules, ruleLines } from './repository.ts';
import { checkRule, ruleContext, ruleFault } from './service.ts';

type Needs = Pick<Deps, 'database' | 'facts' | 'pictures'>;

/** A rule of the rulebook or the draft, as far as a preview needs it. */
type NamedRule = EvaluatedRule & { name: string };
interface FramedRow {
  line: StandingRow;
  framing: Framing;
}

/**
 * What a rule, new or changed, would do at its place in the rulebook; nothing is written.
 * @throws 400 for a query that means nothing, 409 without data, 422 for what a rule cannot say
 */
export async function previewRule(deps: Needs, project: ProjectScope, draft: NewRule): Promise<RulePreview> {
  await checkRule(deps, project, draft);
  await refuseHiddenField(deps, project, draft);
  const { db } = deps.database;
  const context = await ruleContext(deps, project);
  const { rules, rule } = withDraft(await listRules(db, project), draft);
  const former = await ruleLines(db, project);
  const preview = await deps.facts.use(knowingCosts(project), async (facts) => {
    // A rule that is off is shown with the products that it would take.
    const taken = [...(await readStatements(facts, [{ ...rule, active: true }])).by_line.keys()];
    const query = { filter: rule.query };
    const examples = await readExamples(facts, query);
    const sound = rules.filter((one) => ruleFault(one, context) === null);
    // Examples are of all that the query takes: a rule not finished, or by value, says nothing of some of them.
    const ids = [...new Set([...taken, ...examples.map(({ _id }) => _id)])];
    const said = await readStatements(facts, sound, selectionOf(facts, ids));
    const all = (await standingsOf(facts, ids)).map((line) => ({
      line,
      framing: framingOf(line, former.get(line.discount_id), said, context.levels),
    }));
    const isTaken = new Set(taken);
    const framed = all.filter(({ line }) => isTaken.has(line.discount_id));
    const counts = await facts.counts(query);
    // By the values of a field, a rule may say something of some of its products only.
    const some = taken.length > 0 && taken.length < counts.item_group_count;
    const counted = some ? { line_ids: taken } : query;
    const families = await facts.terms({ ...counted, field: 'family', limit: 10_000 });
    return {
      ...counts,
      family_count: families.filter(({ value }) => value !== null).length,
      sum_stock_qty: (await facts.stats(counted)).sum_stock_qty,
      discount_count: taken.length,
      changed_count: framed.filter(({ line, framing }) => discountNow(line) !== effectiveDiscount(framing))
        .length,
      conflicts: conflictsOf(framed, rule, rules),
      data: presentExamples(deps, project, examples, { framed: all, rule, rules }),
      framed,
    };
  });
  if (!preview) throw new ApiError('snapshot_missing');
  const { framed, ...answer } = preview;
  return { ...answer, effect: await effectOf(deps, project, framed) };
}

/** What is asked of a draft is asked with the caller's own fields: not of costs by who sees none. @throws 400 */
async function refuseHiddenField(
  { facts }: Needs,
  project: ProjectScope,
  { query, discount_spec_by }: NewRule,
): Promise<void> {
  await facts.use(project, async (own) => {
    await own.counts({ filter: query ?? null });
    if (discount_spec_by) await own.counts({ filter: isSet(discount_spec_by) });
  });
}

const isSet = (field: string): QueryTree => ({ combinator: 'and', rules: [{ field, operator: 'is_set' }] });

/** Figures of the included products now, and once the rulebook is applied. */
async function effectOf(
  deps: Needs,
  project: ProjectScope,
  framed: readonly FramedRow[],
): Promise<RulePreview['effect']> {
  const row = await readProject(deps.database.db, project, project.project_id);
  const included = framed.filter(({ line }) => line.included);
  const changes = included.map(({ line, framing }) => framedChanges(line.discount_id, framing));
  const ids = changes.map(({ discount_id }) => discount_id);
  const lines = included.map(({ line }) => line);
  const simulation = ids.length === 0 ? null : await simulateLines(deps, project, row, lines);
  const effect = simulation?.compare(ids, changes);
  const seen = (figures: Partial<RuleFigures>): RuleFigures => ({
    ...figuresOf(figures),
    ...(!isAllowed(project, 'canSeeCosts') && { profit_after_leftovers: null }),
  });
  return effect ? { before: seen(effect.before), after: seen(effect.after) } : null;
}

function figuresOf(figures: Partial<RuleFigures>): RuleFigures {
  const { sales = null, profit_after_leftovers = null, stock = null, discount_budget = null } = figures;
  return { sales, profit_after_leftovers, stock, discount_budget };
}

const discountNow = (line: StandingRow): number | null => effectiveDiscount(line);

/** The rulebook with the draft where it stands, or at the bottom. */
function withDraft(stored: readonly NamedRule[], draft: NewRule): { rules: NamedRule[]; rule: NamedRule } {
  const former = stored.find(({ rule_id }) => rule_id === draft._id);
  const rule: NamedRule = {
    rule_id: draft._id ?? newId(),
    name: draft.name ?? former?.name ?? '',
    active: draft.active ?? former?.active ?? true,
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

interface Framed {
  framed: readonly FramedRow[];
  rule: NamedRule;
  rules: readonly NamedRule[];
}

const COVER = 'stock_coverage.weeks';

/** The products of a query that the longest cover is of. */
async function readExamples(facts: ProjectFacts, query: { filter: NamedRule['query'] }): Promise<Line[]> {
  const { data } = await facts.lines({
    ...{ ...query, fields: ['title', 'image_url', 'stock_qty', COVER], excludes: ['curve'] },
    ...{ sort: COVER, order: 'desc', size: RULE_PREVIEW_SIZE },
  });
  return data;
}

function presentExamples(
  { pictures }: Needs,
  project: ProjectScope,
  examples: readonly Line[],
  { framed, rule, rules }: Framed,
): RulePreview['data'] {
  const byId = new Map(framed.map((one) => [one.line.discount_id, one]));
  return examples.flatMap((row) => {
    const found = byId.get(row._id);
    if (!found) return [];
    const { line, framing } = found;
    const winner = framing.overruled[rule.rule_id];
    return {
      ...{ _id: row._id, item_group_id: row.item_group_id },
      title: typeof row.title === 'string' ? row.title : null,
      image_url: pictures.url(project.organization_id, row.image_url),
      stock_qty: numberOf(row.stock_qty),
      stock_coverage_weeks: numberOf(readField(row, COVER)),
      previous_discount_pct: previousDiscount(line),
      discount_pct: discountNow(line),
      new_discount_pct: effectiveDiscount(framing),
      discount_pct_min: framing.discount_pct_min,
      discount_pct_max: framing.discount_pct_max,
      overruled_by: winner === undefined ? null : winnerName(winner, rules),
      overruled_by_rule_id: winner === undefined || winner === LADDER ? null : winner,
      decided_by_rule_id: framing.decided_by,
    };
  });
}

const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;
