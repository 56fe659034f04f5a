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
import type { StandingRow } from '../discounts/index.ts';
import type { LineSimulation } from '../plans/index.ts';
import { framedChanges, framingOf } from './evaluate.ts';
import type { RuleLine, RuleRow } from './repository.ts';

/** Lines that rules take, with what the rulebook makes of each. */
export interface FramedLines {
  levels: readonly number[];
  former: ReadonlyMap<string, RuleLine>;
  data: readonly { line: StandingRow; taken: readonly RuleStatement[]; framing: Framing }[];
}

interface Book {
  /** In order. */
  rules: readonly RuleRow[];
  lines: FramedLines;
  /** The included lines; null without demand curves, and for who may not see costs. */
  simulation: LineSimulation | null;
}

interface Pair {
  rule_id: string;
  winner: string;
  lines: FramedLines['data'][number][];
}

/** Conflicts whose remedies are worked out, the largest first. */
const MOST_REMEDIES = 10;

/** Who wins over whom, on which products, and what the remedies would change; the largest first. */
export function readConflicts(book: Book): RuleConflict[] {
  const pairs = pairsOf(book.lines).sort((one, other) => other.lines.length - one.lines.length);
  return pairs.map((pair, index) => {
    const worked = index < MOST_REMEDIES;
    return {
      ...presentPair(pair),
      swap: worked && pair.winner !== LADDER ? swapEffect(book, pair) : null,
      exclude: worked ? excludeEffect(book, pair) : null,
    };
  });
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

function presentPair({ rule_id, winner, lines }: Pair): Omit<RuleConflict, 'swap' | 'exclude'> {
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
function swapEffect(book: Book, { rule_id, winner }: Pair): RuleConflict['swap'] {
  const order = book.rules.map((rule) => rule.rule_id).filter((id) => id !== rule_id);
  order.splice(order.indexOf(winner), 0, rule_id);
  const place = new Map(order.map((id, index) => [id, index]));
  const placeOf = (statement: RuleStatement): number => place.get(statement.rule_id) ?? order.length;
  const moved = book.lines.data.filter(({ taken }) =>
    taken.some((statement) => statement.rule_id === rule_id),
  );
  return effectOf(book, moved, (taken) => [...taken].sort((one, other) => placeOf(one) - placeOf(other)));
}

/** What leaving the products of the conflict out of the rule would change. */
function excludeEffect(book: Book, { rule_id, lines }: Pair): RuleConflict['exclude'] {
  return effectOf(book, lines, (taken) => taken.filter((statement) => statement.rule_id !== rule_id));
}

/** What the included of some lines would change, were what rules say of them otherwise. */
function effectOf(
  { lines: { former, levels }, simulation }: Book,
  lines: FramedLines['data'],
  change: (taken: readonly RuleStatement[]) => RuleStatement[],
): RuleConflict['swap'] {
  const moved = lines.filter(({ line }) => line.included);
  if (!simulation) return null;
  const now = moved.map(({ line, framing }) => framedChanges(line.discount_id, framing));
  const then = moved.map(({ line, taken }) => {
    const by_line = new Map([[line.discount_id, change(taken)]]);
    const framing = framingOf(line, former.get(line.discount_id), { by_line, counts: new Map() }, levels);
    return framedChanges(line.discount_id, framing);
  });
  const { before, after } = simulation.compare(
    moved.map(({ line }) => line.discount_id),
    then,
    now,
  );
  return {
    profit_after_leftovers: (after.profit_after_leftovers ?? 0) - (before.profit_after_leftovers ?? 0),
    discount_budget: (after.discount_budget ?? 0) - (before.discount_budget ?? 0),
  };
}
