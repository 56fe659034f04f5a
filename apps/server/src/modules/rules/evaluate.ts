import type { ProjectFacts } from '@palier/analytics';
import {
  discountOf,
  type Framing,
  frameLine,
  type RuleDiscount,
  type RuleSpecification,
  type RuleStatement,
} from '@palier/domain';
import type { LineChanges, StandingRow } from '../discounts/index.ts';
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
  for (const { _id, value } of await facts.fieldValues({ ...selection, field: by }))
    state(_id, discountOf(specification, value));
  return count;
}

/** From one line in so many, reading all lines through takes less time than finding each. */
const READ_THROUGH = 4;

/** The given lines as a selection; all of them where they are many: what is read of others is left aside. */
export function selectionOf(
  facts: ProjectFacts,
  line_ids: readonly string[],
): { line_ids?: readonly string[] } {
  return line_ids.length * READ_THROUGH < facts.line_count ? { line_ids } : {};
}

/** What decides the discounts of the given lines, of the copy that what rules say of them was read beside. */
export async function standingsOf(facts: ProjectFacts, line_ids: readonly string[]): Promise<StandingRow[]> {
  const wanted = new Set(line_ids);
  if (wanted.size === 0) return [];
  const rows = await facts.standings(selectionOf(facts, line_ids));
  return rows.filter(({ discount_id }) => wanted.has(discount_id));
}

/** The automatic discount that the line had before rules gave it one. */
export function baseDiscount(line: StandingRow, former: RuleLine | undefined): number | null {
  return former && former.given_discount_pct_auto === line.discount_pct_auto
    ? former.base_discount_pct_auto
    : line.discount_pct_auto;
}

export function framingOf(
  line: StandingRow,
  former: RuleLine | undefined,
  { by_line }: Statements,
  levels: readonly number[],
): Framing {
  const base_discount_pct_auto = baseDiscount(line, former);
  return frameLine({ ...line, base_discount_pct_auto }, by_line.get(line.discount_id) ?? [], levels);
}

/** What a framing changes of its line. */
export function framedChanges(
  discount_id: string,
  { overruled: _, decided_by: __, ...changes }: Framing,
): LineChanges {
  return { discount_id, changes };
}
