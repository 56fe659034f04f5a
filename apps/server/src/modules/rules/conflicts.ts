import { isDeepStrictEqual } from 'node:util';
import type { RuleConflict } from '@palier/contract';
import {
  effectiveDiscount,
  type Framing,
  LADDER,
  MAX_QUERY_VALUES,
  type RuleDiscount,
  type RuleStatement,
} from '@palier/domain';
import type { Deps } from '../../deps.ts';
import { isAllowed, type ProjectScope } from '../../scope.ts';
import type { DiscountRow } from '../discounts/index.ts';
import { compareDiscounts } from '../plans/index.ts';
import type { ProjectRow } from '../projects/index.ts';
import { framedChanges, framingOf } from './evaluate.ts';
import type { RuleLine, RuleRow } from './repository.ts';

/** Lines that rules take, with what the rulebook makes of each. */
export interface FramedLines {
  levels: readonly number[];
  former: ReadonlyMap<string, RuleLine>;
  data: readonly { line: DiscountRow; taken: readonly RuleStatement[]; framing: Framing }[];
}

interface Book {
  row: ProjectRow;
  /** In order. */
  rules: readonly RuleRow[];
  lines: FramedLines;
}

interface Pair {
  rule_id: string;
  winner: string;
  lines: FramedLines['data'][number][];
}

/** Conflicts whose swap is worked out, the largest first. */
const MOST_SWAPS = 10;

/** Who wins over whom, on which products, and what swapping them would change; the largest first. */
export async function readConflicts(
  deps: Pick<Deps, 'database' | 'facts'>,
  project: ProjectScope,
  book: Book,
): Promise<RuleConflict[]> {
  const pairs = pairsOf(book.lines).sort((one, other) => other.lines.length - one.lines.length);
  const conflicts: RuleConflict[] = [];
  for (const [index, pair] of pairs.entries()) {
    const worked = index < MOST_SWAPS && pair.winner !== LADDER && isAllowed(project, 'canSeeCosts');
    const swap = worked ? await swapEffect(deps, project, book, pair) : null;
    conflicts.push({ ...presentPair(pair), swap });
  }
  return conflicts;
}

function pairsOf({ data }: FramedLines): Pair[] {
  const pairs = new Map<string, Pair>();
  for (const one of data) {
    for (const [rule_id, winner] of Object.entries(one.framing.overruled)) {
      const key = `${rule_id} ${winner}`;
      const pair = pairs.get(key) ?? { rule_id, winner, lines: [] };
      pair.lines.push(one);
      pairs.set(key, pair);
    }
  }
  return [...pairs.values()];
}

function presentPair({ rule_id, winner, lines }: Pair): Omit<RuleConflict, 'swap'> {
  const reached = lines.flatMap(({ framing }) => effectiveDiscount(framing) ?? []);
  const asked = (id: string): RuleDiscount | null => {
    const all = lines.map(({ taken }) => taken.find((one) => one.rule_id === id)?.discount ?? null);
    return all.every((one) => isDeepStrictEqual(one, all[0])) ? (all[0] ?? null) : null;
  };
  return {
    rule_id,
    winner_id: winner === LADDER ? null : winner,
    asked: asked(rule_id),
    winner_asked: winner === LADDER ? null : asked(winner),
    discount_count: lines.length,
    discount_pct_min: reached.length > 0 ? Math.min(...reached) : null,
    discount_pct_max: reached.length > 0 ? Math.max(...reached) : null,
    item_group_ids: lines.slice(0, MAX_QUERY_VALUES).map(({ line }) => line.item_group_id),
  };
}

/** What the rule above its winner would change, of the included products that it takes. */
async function swapEffect(
  deps: Pick<Deps, 'database' | 'facts'>,
  project: ProjectScope,
  { row, rules, lines }: Book,
  { rule_id, winner }: Pair,
): Promise<RuleConflict['swap']> {
  const order = rules.map((rule) => rule.rule_id).filter((id) => id !== rule_id);
  order.splice(order.indexOf(winner), 0, rule_id);
  const place = new Map(order.map((id, index) => [id, index]));
  const placeOf = (statement: RuleStatement): number => place.get(statement.rule_id) ?? order.length;
  const moved = lines.data.filter(
    ({ line, taken }) => line.included && taken.some((statement) => statement.rule_id === rule_id),
  );
  const now = moved.map(({ line, framing }) => framedChanges(line.discount_id, framing));
  const then = moved.map(({ line, taken }) => {
    const sorted = [...taken].sort((one, other) => placeOf(one) - placeOf(other));
    const by_line = new Map([[line.discount_id, sorted]]);
    const former = lines.former.get(line.discount_id);
    return framedChanges(
      line.discount_id,
      framingOf(line, former, { by_line, counts: new Map() }, lines.levels),
    );
  });
  const ids = moved.map(({ line }) => line.discount_id);
  const effect = ids.length === 0 ? null : await compareDiscounts(deps, project, row, ids, then, now);
  if (!effect) return null;
  const { before, after } = effect;
  return {
    profit_after_leftovers: (after.profit_after_leftovers ?? 0) - (before.profit_after_leftovers ?? 0),
    discount_budget: (after.discount_budget ?? 0) - (before.discount_budget ?? 0),
  };
}
