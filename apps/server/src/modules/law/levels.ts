import type { EngineLines, LineSelection } from '@palier/analytics';
import {
  blockingRules,
  discountedValue,
  type LawfulProduct,
  LEVEL_RULES,
  type LevelRule,
  markedDownPrice,
  readField,
  readNumber,
  removedBy,
} from '@palier/domain';
import type { Deps } from '../../deps.ts';
import type { ProjectScope } from '../../scope.ts';
import { organizationLaw } from '../organizations/index.ts';
import type { ProjectRow } from '../projects/index.ts';
import { readLawPeriod } from './period.ts';

type Needs = Pick<Deps, 'database' | 'facts'>;
type Lines = Pick<EngineLines, 'ids' | 'price' | 'base_price' | 'cost' | 'level_rate'>;

/** By line and level (`n * L + l`), the rules set to block that remove it, as bits of `LEVEL_RULES`; 0: none does. */
export type RemovedLevels = Uint8Array;

const FIELDS = ['prior_price', 'prior_price_state', 'on_sale_date'] as const;

/**
 * The levels that the organisation's blocking rules remove from a plan, line by line; null where none blocks.
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
  const period = await readLawPeriod(needs, project, row);
  if (!period || blockingRules(period).length === 0) return null;
  const products = await readProducts(needs, project, selection);
  const removed = new Uint8Array(lines.ids.length * levels.length);
  lines.ids.forEach((id, line) => {
    const product = products.get(id);
    if (!product) return;
    const price = lines.price[line] ?? Number.NaN;
    levels.forEach((discount_pct, level) => {
      const at = line * levels.length + level;
      const rate = lines.level_rate?.[at] ?? discount_pct;
      const rules = removedBy(
        product,
        {
          ...{ discount_pct, rate },
          price: Number.isFinite(price) ? markedDownPrice(price, rate) : null,
          net: discountedValue(lines.base_price[line] ?? Number.NaN, rate),
          cost: lines.cost[line] ?? Number.NaN,
        },
        period,
      );
      removed[at] = bitsOf(rules);
    });
  });
  return removed;
}

async function readProducts(
  { facts }: Needs,
  project: ProjectScope,
  selection: LineSelection,
): Promise<Map<string, LawfulProduct>> {
  const products = new Map<string, LawfulProduct>();
  await facts.use(project, async (own) => {
    for await (const batch of own.rows({ ...selection, fields: FIELDS }))
      for (const row of batch)
        products.set(row._id, {
          prior_price: readNumber(row, 'prior_price'),
          prior_price_state: textOf(readField(row, 'prior_price_state')),
          on_sale_date: textOf(readField(row, 'on_sale_date')),
        });
  });
  return products;
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const bitsOf = (rules: readonly LevelRule[]): number =>
  rules.reduce((bits, rule) => bits | (1 << LEVEL_RULES.indexOf(rule)), 0);

/** The rules that some bits of `RemovedLevels` say. */
export const rulesAt = (bits: number): LevelRule[] =>
  LEVEL_RULES.filter((_, place) => (bits & (1 << place)) !== 0);
