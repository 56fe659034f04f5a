import type { ProjectFacts } from '@palier/analytics';
import {
  discountOf,
  type Framing,
  frameLine,
  type RuleDiscount,
  type RuleSpecification,
  type RuleStatement,
  readField,
} from '@palier/domain';
import type { DiscountRow, LineChanges } from '../discounts/index.ts';
import type { RuleLine, RuleRow } from './repository.ts';

/** What the rulebook says of each line, the highest rule first, and how many lines each rule takes. */
export interface Statements {
  by_line: ReadonlyMap<string, RuleStatement[]>;
  counts: ReadonlyMap<string, number>;
}

export type EvaluatedRule = Pick<
  RuleRow,
  'rule_id' | 'query' | 'discount_spec_by' | 'discount_spec_map' | 'discount_spec_map_type' | 'active'
>;

/** Finds the lines of each rule that is not off, among all or the given ones. @throws InvalidQueryError for a query on a field that the project no longer has */
export async function readStatements(
  facts: ProjectFacts,
  rules: readonly EvaluatedRule[],
  { onRule, line_ids }: { onRule?: (index: number) => void; line_ids?: readonly string[] } = {},
): Promise<Statements> {
  const by_line = new Map<string, RuleStatement[]>();
  const counts = new Map<string, number>();
  for (const [index, rule] of rules.entries()) {
    onRule?.(index);
    counts.set(rule.rule_id, rule.active ? await addStatements(facts, rule, { by_line, line_ids }) : 0);
  }
  return { by_line, counts };
}

async function addStatements(
  facts: ProjectFacts,
  rule: EvaluatedRule,
  { by_line, line_ids }: { by_line: Map<string, RuleStatement[]>; line_ids: readonly string[] | undefined },
): Promise<number> {
  const specification: RuleSpecification = rule;
  if (!specification.discount_spec_map) return 0;
  let count = 0;
  const state = (line_id: string, discount: RuleDiscount | null) => {
    if (discount === null) return;
    count += 1;
    const statement = { rule_id: rule.rule_id, discount };
    const known = by_line.get(line_id);
    if (known) known.push(statement);
    else by_line.set(line_id, [statement]);
  };
  const selection = { filter: rule.query, ...(line_ids && { line_ids }) };
  const by = rule.discount_spec_map_type === 'fixed' ? null : rule.discount_spec_by;
  if (!by) {
    const discount = discountOf(specification, undefined);
    if (discount !== null) for (const id of await facts.lineIds(selection)) state(id, discount);
    return count;
  }
  for await (const batch of facts.rows({ ...selection, fields: [by], excludes: ['curve'] })) {
    for (const line of batch) state(line._id, discountOf(specification, readField(line, by)));
  }
  return count;
}

/** The automatic discount that the line had before rules gave it one. */
export function baseDiscount(line: DiscountRow, former: RuleLine | undefined): number | null {
  return former && former.given_discount_pct_auto === line.discount_pct_auto
    ? former.base_discount_pct_auto
    : line.discount_pct_auto;
}

export function framingOf(
  line: DiscountRow,
  former: RuleLine | undefined,
  { by_line }: Statements,
  levels: readonly number[],
): Framing {
  const base_discount_pct_auto = baseDiscount(line, former);
  return frameLine({ ...line, base_discount_pct_auto }, by_line.get(line.discount_id) ?? [], levels);
}

/** What a framing changes of its line. */
export function framedChanges(discount_id: string, { overruled: _, ...changes }: Framing): LineChanges {
  return { discount_id, changes };
}
