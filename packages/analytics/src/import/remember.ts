import { answerTo, type ImportAnswers, type ImportQuestion, readingOf } from '@palier/domain';
import { type Feed, mappingOf } from './feed.ts';
import { planImport } from './plan.ts';
import type { Plan, PlanContext } from './plan-types.ts';
import {
  CODE_SPELLING,
  COUNTS_PARTED,
  DECIMAL_SIGN,
  LEFT_PRODUCTS,
  LEFT_STOCK,
  LOWERED_PRICES,
  OPEN_ORDERS,
  OPPOSITE_SIGNS,
  PLACE_SPELLING,
  REPEATED,
  SIZE_SPELLING,
  STOCK_LEVELS,
  WITHDRAWN_SALES,
} from './settled-lines.ts';
import { shapeOf } from './shape.ts';
import type { Source } from './source.ts';
import type { Staged } from './staged.ts';
import type { ImportRequest, UsedMapping } from './types.ts';

/** The stock that a file of products brings along comes with its products again. */
function isStockOf({ kind, positions }: Feed, feeds: readonly Feed[]): boolean {
  return (
    kind === 'stock' &&
    feeds.some(
      (feed) => feed.kind === 'items' && feed.positions.get('stock_qty') === positions.get('quantity'),
    )
  );
}

/**
 * What is published of a check is what was read: who publishes it has answered each question so. Those answers, with
 * the ones given already; null where nothing says that the likely readings were chosen.
 */
function confirmedAnswers(
  { check, mapping }: Pick<ImportRequest, 'check' | 'mapping'>,
  questions: readonly ImportQuestion[],
): ImportAnswers | null {
  const isAsked = check === true && mapping?.accept_likely !== true;
  if (!isAsked || questions.length === 0) return null;
  const likely = questions.map((question) => [question.key, readingOf(question, mapping?.answers)] as const);
  const known = likely.flatMap(([key, value]) => (value === null ? [] : [[key, value] as const]));
  return { ...mapping?.answers, ...Object.fromEntries(known) };
}

/** How files are read, and how they will have been once a check is published: the second is what is remembered. */
export function planBoth(
  sources: readonly Source[],
  work: Pick<ImportRequest, 'check' | 'mapping'>,
  context: PlanContext,
): { plan: Plan; published: Plan } {
  const plan = planImport(sources, context);
  const answers = confirmedAnswers(work, plan.questions);
  if (answers === null) return { plan, published: plan };
  return { plan, published: planImport(sources, { ...context, mapping: { ...work.mapping, answers } }) };
}

/** The constants that keep what was answered to questions that the reading of all values asks. */
const SETTLED_BY: Partial<Record<ImportQuestion['code'], string>> = {
  decimal: DECIMAL_SIGN,
  thousands: COUNTS_PARTED,
  returns: OPPOSITE_SIGNS,
  repeated: REPEATED,
  code_spelling: CODE_SPELLING,
  place_spelling: PLACE_SPELLING,
  size_spelling: SIZE_SPELLING,
  withdrawn_sales: WITHDRAWN_SALES,
  left_stock: LEFT_STOCK,
  left_products: LEFT_PRODUCTS,
  lowered_prices: LOWERED_PRICES,
  stock_levels: STOCK_LEVELS,
  open_orders: OPEN_ORDERS,
};
const SETTLED = Object.values(SETTLED_BY);

/** The same for what every value of a file tells: it was read as it will have been answered. */
export function confirmedWritings(
  { check, mapping }: Pick<ImportRequest, 'check' | 'mapping'>,
  staged: readonly Staged[],
): readonly Staged[] {
  if (check !== true || mapping?.accept_likely === true) return staged;
  return staged.map((table) => {
    const { feed, questions } = table;
    const open = questions.filter((question) => answerTo(question, mapping?.answers) === null);
    const isOrderOpen = open.some(({ code }) => code === 'date_order');
    const [date_order, ...others] = new Set(feed.column_orders?.values());
    const ordered = isOrderOpen && date_order && others.length === 0 ? { ...feed, date_order } : feed;
    const constants = new Map(ordered.constants);
    for (const { code, choices } of open) {
      const [name, value] = [SETTLED_BY[code], choices[0]?.value];
      if (name !== undefined && value !== undefined) constants.set(name, value);
    }
    return { ...table, feed: { ...ordered, constants } };
  });
}

/**
 * How files were read, for the next ones of their shape: those in a mapping, those whose dates gave their order, those
 * whose decimals, codes or repeated lines were asked, and those whose amounts were said to be in a currency. Tomorrow's
 * file may have but dates that can be read either way.
 */
export function toRemember(plan: Plan, staged: readonly Staged[]): UsedMapping[] {
  const ordered = staged.filter(
    ({ feed }) =>
      feed.date_order !== undefined ||
      feed.unsaid_currency !== undefined ||
      SETTLED.some((name) => feed.constants.has(name)),
  );
  const shapes = new Set(ordered.map(({ feed }) => shapeOf(feed.source.headings)));
  const learnt = [...shapes].map((shape): UsedMapping => {
    const feeds = staged.filter(({ feed }) => shapeOf(feed.source.headings) === shape);
    const [first] = feeds;
    const same = feeds.flatMap(({ feed }) => (feed.source.name === first?.feed.source.name ? [feed] : []));
    return { shape, files: same.filter((feed) => !isStockOf(feed, same)).map(mappingOf) };
  });
  return [...plan.used_mappings.filter(({ shape }) => !shapes.has(shape)), ...learnt];
}
