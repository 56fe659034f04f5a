import {
  type DemandCurve,
  endingsOfList,
  FIELDS,
  type FieldDefinition,
  type FieldType,
  foldText,
  NO_DECISION,
  type PriceEnding,
  realRate,
} from '@palier/domain';
import type { DecisionRow } from '../src/listing/types.ts';

/** A small seeded generator: the same seed makes the same project. */
export function newRandom(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (count: number): number => Math.floor(next() * count);
  return {
    next,
    below,
    chance: (share: number): boolean => next() < share,
    pick: <T>(list: readonly T[]): T => list[below(list.length)] as T,
  };
}
export type Random = ReturnType<typeof newRandom>;

export type PlainLine = Record<string, unknown> & { _id: string; item_group_id: string };
export interface RandomProject {
  levels: readonly number[];
  /** How prices end; none: as the discounts give them. */
  price_endings: readonly PriceEnding[];
  catalogue: FieldDefinition[];
  lines: PlainLine[];
  /** Phases that the curves tell apart; 0: the later ones are taken together. */
  path_phases: number;
  curves: Omit<DemandCurve, 'levels'>[];
  daily: { line: number; day: string; qty: number }[];
  sizes: { line: number; size: string; stock_qty: number; in_store_stock_qty: number }[];
}

export const TEXTS = [
  'Écru',
  'ecru',
  'Noir',
  'noir foncé',
  'BLEU',
  'Été 2026',
  "l'été",
  '100 % coton',
  'a_b',
  'œillet',
  'Zèbre',
  '',
];

function ownField(
  id: string,
  type: FieldType,
  aggregation: FieldDefinition['aggregation'],
  groupable = false,
): FieldDefinition {
  return {
    ...{ id, label: id, section: 'product', description: '', type, aggregation, source: 'static', ranks: [] },
    ...{ in_rulebook: true, filterable: true, groupable },
  };
}

/** A catalogue of its own beside the product's: every type, every way to aggregate. */
function randomCatalogue(random: Random): FieldDefinition[] {
  const fields: FieldDefinition[] = [];
  for (let index = 0; index < 2 + random.below(3); index++)
    fields.push(ownField(`text_${index}`, 'string', { kind: 'distinct' }, true));
  for (let index = 0; index < 2 + random.below(3); index++)
    fields.push(ownField(`sum_${index}`, random.pick(['money', 'number', 'integer']), { kind: 'sum' }));
  fields.push(
    ownField('mean', 'percent', {
      kind: 'weighted_mean',
      weight: random.pick(['sum_0', 'sum_1', 'stock_qty']),
    }),
  );
  fields.push(ownField('weeks', 'number', { kind: 'harmonic_mean', weight: 'stock_qty' }));
  const complement = random.chance(0.5);
  fields.push(
    ownField('ratio', 'percent', {
      kind: 'ratio',
      numerator: 'sum_0',
      denominator: 'sum_1',
      complement,
      scale: 100,
    }),
  );
  fields.push(ownField('smallest', 'number', { kind: 'min' }), ownField('largest', 'date', { kind: 'max' }));
  fields.push(
    ownField('span', random.pick(['number', 'date']), { kind: 'range' }),
    ownField('flag', 'boolean', { kind: 'none' }, true),
  );
  fields.push(
    ownField('words', 'list', { kind: 'distinct' }),
    ownField('step', 'integer', { kind: 'none' }, true),
    ownField('grade', 'score', { kind: 'none' }, true),
  );
  fields.push(ownField('family.inside', 'number', { kind: 'sum' }));
  fields.push(ownField('shops', 'integer', { kind: 'distinct_count', sets: 'shop_sets' }));
  return fields;
}

const day = (offset: number): string => new Date(Date.UTC(2026, 0, 1 + offset)).toISOString().slice(0, 10);

function randomValue(random: Random, type: FieldType): unknown {
  if (random.chance(0.12)) return null;
  if (type === 'string') return random.pick(TEXTS) || null;
  if (type === 'boolean') return random.chance(0.5);
  if (type === 'score') return random.pick(['A', 'B', 'C']);
  if (type === 'date') return day(random.below(40));
  if (type === 'list')
    return Array.from({ length: random.below(4) }, () => random.pick(TEXTS)).filter(Boolean);
  if (type === 'integer') return random.below(8);
  return random.chance(0.3) ? random.below(5) * 10 : Math.round(random.next() * 100_000) / 100 - 100;
}

/** A line's set of shops, and the bits it is kept as: 40 shops in each of two numbers. */
function randomShops(random: Random) {
  if (random.chance(0.1)) return { shops: null, shop_sets: null, shop_sets_0: null, shop_sets_1: null };
  const shop_sets = [...new Set(Array.from({ length: random.below(6) }, () => random.below(80)))];
  const word = (at: number): number =>
    shop_sets.reduce((bits, shop) => bits + (Math.floor(shop / 40) === at ? 2 ** (shop % 40) : 0), 0);
  return { shops: shop_sets.length, shop_sets, shop_sets_0: word(0), shop_sets_1: word(1) };
}

/** The rates of a line's prices; null where none of its prices has an ending. */
function ownRates(price: number, levels: readonly number[], endings: readonly PriceEnding[]) {
  const rates = levels.map((level) => realRate(price, level, endings));
  return rates.every((rate, index) => rate === levels[index]) ? null : rates;
}

/** What was signed of a line in the phase before: of a third nothing, of others at this list price or at another. */
function signedBefore(index: number, price: number, levels: readonly number[]) {
  if (index % 3 === 0) return { signed_price: null, signed_list_price: null, variant_rises: null };
  const signed_list_price = index % 2 === 0 ? price : Math.round(price * 80) / 100;
  const signed_price = Math.round(signed_list_price * (60 + ((7 * index) % 40))) / 100;
  const rises = levels.map((level) => (level < 20 ? 1 + level / 4 : null));
  return { signed_price, signed_list_price, variant_rises: index % 5 === 0 ? rises : null };
}

/** Units grow with the discount and never pass the stock; below the diagonal nothing is said. */
function randomCurve(random: Random, levels: number, phases: number): RandomProject['curves'][number] {
  const base = random.next() * 20;
  const phase_qty = Array.from({ length: levels }, (_, level) =>
    Math.fround(base * (1 + level * random.next())),
  );
  const rest_qty = Array.from({ length: levels * levels }, (_, at) =>
    at % levels < Math.floor(at / levels) ? Number.NaN : Math.fround(random.next() * 30),
  );
  return {
    phase_qty,
    phase_p10: phase_qty.map((qty) => Math.fround(qty / 2)),
    phase_p90: phase_qty.map((qty) => Math.fround(qty * 2)),
    rest_qty,
    ...(phases > 0 && {
      path: {
        phase_mean: Array.from({ length: phases * levels }, (_, at) =>
          Math.fround(random.next() * 10 * (1 + (at % levels))),
        ),
        dispersion: Math.fround(0.5 + 10 * random.next()),
        stock_qty: random.below(60),
      },
    }),
  };
}

/** Rules of a half of the projects: prices of some bands end in ,99 or stand on a ladder, those of others do not. */
function randomEndings(random: Random): PriceEnding[] {
  if (random.chance(0.5)) return [];
  const part = { price_list_id: null, max_distance_pct: random.pick([null, 4]) };
  const prices = Array.from({ length: 9 }, (_, index) => 31.9 + 5 * index);
  return endingsOfList(
    [
      {
        ...{
          ...part,
          from_price: 0,
          to_price: 30,
          rounding: random.pick(['nearest', 'down', 'never_above']),
        },
        points: { kind: 'endings', cents: random.pick([[99], [0], [50, 95]]) },
      },
      { ...part, from_price: 30, to_price: 90, rounding: 'nearest', points: { kind: 'ladder', prices } },
    ],
    null,
  );
}

export function randomProject(seed: number, lineCount?: number): RandomProject {
  const random = newRandom(seed);
  const step = random.pick([10, 5]);
  const levels = Array.from({ length: 60 / step + 1 }, (_, index) => index * step);
  const price_endings = randomEndings(random);
  const path_phases = random.pick([0, 3, 4]);
  const own = randomCatalogue(random);
  const count = lineCount ?? random.below(70);
  const lines = Array.from({ length: count }, (_, index): PlainLine => {
    const name = random.pick(TEXTS) || null;
    const brand = random.pick(TEXTS) || null;
    const item_group_id = `P${String(index).padStart(4, '0')}`;
    const price = Math.round(random.next() * 10_000) / 100;
    return {
      ...{
        _id: `id-${String((index * 7919) % 9973).padStart(5, '0')}`,
        item_group_id,
        name,
        brand,
        title: name ?? item_group_id,
      },
      search_text: foldText([item_group_id, name, name ?? item_group_id, brand].filter(Boolean).join(' ')),
      ...{
        price,
        base_price: price / 1.2,
        cost: price / 3,
        stock_qty: random.below(60),
        season_sales_qty: random.below(40),
        upcoming_sales_qty: random.chance(0.1) ? null : random.below(20),
      },
      prior_prices: [0, 1].map(() =>
        random.chance(0.2) ? null : Math.round(price * (70 + random.below(40))) / 100,
      ),
      prior_price_dates: [0, 1].map(() => (random.chance(0.2) ? null : day(-random.below(60)))),
      prior_price_states: [0, 1].map(() => random.pick(['known', 'till', 'recent', 'unknown'])),
      level_rates: ownRates(price, levels, price_endings),
      ...signedBefore(index, price, levels),
      ...{ items_count: 1 + random.below(5), in_stock_items_count: 1 },
      ...Object.fromEntries(own.map((field) => [field.id, randomValue(random, field.type)])),
      ...randomShops(random),
    };
  });
  return {
    levels,
    price_endings,
    path_phases,
    catalogue: [...FIELDS, ...own],
    lines,
    curves: lines.map(({ level_rates }) => ({
      ...randomCurve(random, levels.length, path_phases),
      rates: (level_rates ?? null) as number[] | null,
    })),
    daily: lines.flatMap((_, line) =>
      Array.from({ length: random.below(6) }, () => ({
        line,
        day: day(-random.below(60)),
        qty: random.below(5),
      })),
    ),
    sizes: lines.flatMap((_, line) =>
      ['S', 'M', 'L']
        .slice(0, 1 + random.below(3))
        .map((size) => ({ line, size, stock_qty: random.below(9), in_store_stock_qty: random.below(3) })),
    ),
  };
}

export const DATA_DATE = '2026-01-01';

/** Decisions for some lines, as PostgreSQL would send them. */
export function randomDecisions(
  project: RandomProject,
  random: Random,
  version: number,
  share: number,
): DecisionRow[] {
  return project.lines.flatMap((line): DecisionRow[] => {
    if (!random.chance(share)) return [];
    const maybe = (): number | null => (random.chance(0.4) ? null : random.pick(project.levels));
    const minimum = random.chance(0.3) ? 10 : null;
    return [
      {
        ...NO_DECISION,
        ...{ discount_id: line._id, item_group_id: line.item_group_id, included: random.chance(0.8) },
        ...{
          discount_pct_user: maybe(),
          discount_pct_auto: maybe(),
          discount_pct_opti: maybe(),
          discount_pct_is_optimal: random.chance(0.5),
        },
        ...{ discount_pct_min: minimum, discount_pct_max: random.chance(0.3) ? 40 : null },
        optimization_goal: random.pick([null, 'profit', 'sales', 'scenario-1']),
        discount_pct_reviewed: random.chance(0.4),
        review_lost_date: random.chance(0.3) ? '2026-07-06' : null,
        review_lost_by: random.pick([null, 'Marion Roche']),
        review_lost_act: random.pick([null, 'discount', 'rules']),
        review_lost_pct: maybe(),
        // 15 is no level of a step of 10: nothing is forecast of a line that stands there.
        previous_discount_pcts:
          [[], [random.pick([0, 10, 15, 20])], [0, random.pick([0, 10, 20])]][random.below(3)] ?? [],
        next_discount_pcts: Array.from({ length: random.below(4) }, () => random.pick(project.levels)),
        applied_discount_rule_ids: random.chance(0.3) ? ['rule-1', random.pick(['rule-2', 'rule-3'])] : [],
        version,
      },
    ];
  });
}
