import type { EngineLines, LawfulLine, LineSelection } from '@palier/analytics';
import {
  announcedHits,
  blockingRules,
  chainStart,
  discountedValue,
  type LawPeriod,
  LEVEL_RULES,
  type LevelPrice,
  type LevelRule,
  markedDownPrice,
  soldHits,
} from '@palier/domain';
import type { Deps } from '../../deps.ts';
import type { ProjectScope } from '../../scope.ts';
import { organizationLaw } from '../organizations/index.ts';
import type { ProjectRow } from '../projects/index.ts';
import { readLawPeriods } from './period.ts';

type Needs = Pick<Deps, 'database' | 'facts'>;
type Lines = Pick<EngineLines, 'ids' | 'price' | 'base_price' | 'cost' | 'level_rate'>;

/** A level of a line in a phase of a plan; phases are counted from the worked one. */
interface PlacedLevel {
  /** The phase that the line's first discount is in; the worked one where it has been marked down before. */
  first: number;
  phase: number;
  level: number;
}

/**
 * What the organisation's blocking rules remove from a plan, as bits of `LEVEL_RULES`. Each phase is judged by its own
 * rules, and by the prior price of before the first discount, which a plan chooses: hence the two tables.
 */
export class RemovedLevels {
  /** Phases left, the worked one first. */
  readonly phases: number;
  readonly #levels: number;
  /** By line, phase of the first discount, level. */
  readonly #announced: Uint8Array;
  /** By line, phase, level. */
  readonly #sold: Uint8Array;
  /** The rules that block, by phase. */
  readonly #blocking: Uint8Array;

  constructor(lines: number, levels: number, periods: readonly LawPeriod[]) {
    this.phases = periods.length;
    this.#levels = levels;
    this.#announced = new Uint8Array(lines * periods.length * levels);
    this.#sold = new Uint8Array(lines * periods.length * levels);
    this.#blocking = Uint8Array.from(periods, (period) => bitsOf(blockingRules(period)));
  }

  #at(line: number, phase: number, level: number): number {
    return (line * this.phases + phase) * this.#levels + level;
  }

  /** Writes what a line hits: what it may not announce when its reduction begins with a phase, how it may not be sold in one. */
  write(line: number, phase: number, level: number, hits: Record<'announced' | 'sold', LevelRule[]>): void {
    this.#announced[this.#at(line, phase, level)] = bitsOf(hits.announced);
    this.#sold[this.#at(line, phase, level)] = bitsOf(hits.sold);
  }

  /** The rules that remove a level of a line in a phase; 0: none does. */
  at(line: number, { first, phase, level }: PlacedLevel): number {
    const hits =
      (this.#announced[this.#at(line, first, level)] ?? 0) | (this.#sold[this.#at(line, phase, level)] ?? 0);
    return hits & (this.#blocking[phase] ?? 0);
  }

  /** The same in the worked phase. */
  now(line: number, level: number): number {
    return this.at(line, { first: 0, phase: 0, level });
  }

  /** Whether a line may stay at a level from a phase to the last, its reduction having begun with `first`. */
  mayStay(line: number, { first, phase, level }: PlacedLevel): boolean {
    for (let at = phase; at < this.phases; at++)
      if (this.at(line, { first, phase: at, level }) !== 0) return false;
    return true;
  }
}

/**
 * The levels that the organisation's blocking rules remove from a plan, line by line and phase by phase; null where none
 * blocks.
 * @param selection the lines, or more
 */
export async function readRemovedLevels(
  needs: Needs,
  project: ProjectScope,
  row: ProjectRow,
  lines: Lines,
  levels: readonly number[],
  selection: LineSelection,
): Promise<RemovedLevels | null> {
  const policy = await organizationLaw(needs.database.db, project);
  if (!LEVEL_RULES.some((rule) => policy[rule] === 'block')) return null;
  const periods = await readLawPeriods(needs, project, row);
  if (periods.every((period) => blockingRules(period).length === 0)) return null;
  const known = (await needs.facts.use(project, (own) => own.lawfulLines(selection))) ?? [];
  const products = new Map(known.map((product) => [product._id, product]));
  const removed = new RemovedLevels(lines.ids.length, levels.length, periods);
  lines.ids.forEach((id, line) => {
    const product = products.get(id);
    if (product)
      judgeLine(removed, { line, product, periods, worked: row.working_phase ?? 0 }, lines, levels);
  });
  return removed;
}

interface JudgedLine {
  line: number;
  product: LawfulLine;
  periods: readonly LawPeriod[];
  worked: number;
}

function judgeLine(
  removed: RemovedLevels,
  { line, product, periods, worked }: JudgedLine,
  lines: Lines,
  levels: readonly number[],
): void {
  periods.forEach((period, phase) => {
    const chain = chainStart(product.previous_discount_pcts, worked + phase);
    const judged = {
      on_sale_date: product.on_sale_date,
      prior_price: product.prior_prices[chain] ?? null,
      prior_price_state: product.prior_price_states[chain] ?? null,
    };
    levels.forEach((discount_pct, level) => {
      const at = levelPrice(lines, line, level, discount_pct, levels.length);
      removed.write(line, phase, level, {
        announced: announcedHits(judged, at),
        sold: soldHits(judged, at, period),
      });
    });
  });
}

function levelPrice(
  lines: Lines,
  line: number,
  level: number,
  discount_pct: number,
  count: number,
): LevelPrice {
  const price = lines.price[line] ?? Number.NaN;
  const rate = lines.level_rate?.[line * count + level] ?? discount_pct;
  return {
    ...{ discount_pct, rate },
    price: Number.isFinite(price) ? markedDownPrice(price, rate) : null,
    net: discountedValue(lines.base_price[line] ?? Number.NaN, rate),
    cost: lines.cost[line] ?? Number.NaN,
  };
}

const bitsOf = (rules: readonly LevelRule[]): number =>
  rules.reduce((bits, rule) => bits | (1 << LEVEL_RULES.indexOf(rule)), 0);

/** The rules that some bits of `RemovedLevels` say. */
export const rulesAt = (bits: number): LevelRule[] =>
  LEVEL_RULES.filter((_, place) => (bits & (1 << place)) !== 0);
