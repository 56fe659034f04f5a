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
  const given = line_ids && { line_ids };
  // Rules that say the same of all their lines are read together.
  const same = rules.filter((rule) => says(rule) && fieldOf(rule) === null);
  const lines = await facts.lineIdsOfEach({ ...given, filters: same.map(({ query }) => query) });
  const linesOf = new Map(same.map(({ rule_id }, index) => [rule_id, lines[index] ?? []]));
  for (const [index, rule] of rules.entries()) {
    onRule?.(index);
    const state = stater(rule, by_line);
    if (says(rule)) await stateRule(facts, rule, { given, state, lines: linesOf.get(rule.rule_id) ?? [] });
    counts.set(rule.rule_id, state.count());
  }
  return { by_line, counts };
}

const says = ({ active, discount_spec_map }: EvaluatedRule): boolean => active && discount_spec_map !== null;

/** The field whose values give a rule's discounts; null when it gives all its lines the same. */
const fieldOf = ({ discount_spec_map_type, discount_spec_by }: EvaluatedRule): string | null =>
  discount_spec_map_type === 'fixed' ? null : discount_spec_by || null;

/** Writes what a rule says of lines, and counts them. */
function stater({ rule_id }: EvaluatedRule, by_line: Map<string, RuleStatement[]>) {
  let count = 0;
  return {
    count: () => count,
    say: (line_id: string, discount: RuleDiscount | null) => {
      if (discount === null) return;
      count += 1;
      const known = by_line.get(line_id);
      if (known) known.push({ rule_id, discount });
      else by_line.set(line_id, [{ rule_id, discount }]);
    },
  };
}

interface Stating {
  given: { line_ids: readonly string[] } | undefined;
  state: ReturnType<typeof stater>;
  /** Of a rule that says the same of all. */
  lines: readonly string[];
}

async function stateRule(
  facts: ProjectFacts,
  rule: EvaluatedRule,
  { given, state, lines }: Stating,
): Promise<void> {
  const specification: RuleSpecification = rule;
  const field = fieldOf(rule);
  if (field === null) {
    const discount = discountOf(specification, undefined);
    for (const id of lines) state.say(id, discount);
    return;
  }
  for (const { _id, value } of await facts.fieldValues({ ...given, filter: rule.query, field }))
    state.say(_id, discountOf(specification, value));
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
