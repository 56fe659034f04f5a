import { answerTo, IMPORT_QUESTION_CODES, questionKey } from '@palier/domain';
import { USUAL_CURRENCY } from '../warehouse/previous.ts';
import { kindSpec } from './columns.ts';
import { asProven, withAnsweredDecimals } from './decimals/settle.ts';
import { type Feed, feedFromMapping, feedFromReading, mappingOf, withStock } from './feed.ts';
import { currencyUsed, fileCurrency, inFileCurrency } from './file-currency.ts';
import { missingColumns } from './headings.ts';
import { LEFT_ASIDE } from './left-aside.ts';
import { missingSentence, unknownReason } from './missing.ts';
import { periodOf, withNamedDate } from './named-date.ts';
import { asPriceLists, mappedFeeds } from './other-currencies.ts';
import type { Plan, PlanContext } from './plan-types.ts';
import { alsoRead } from './recognition/also.ts';
import { askKind, withOffers } from './recognition/ask.ts';
import { askNamed, askReading, CONFIRMED } from './recognition/confirm.ts';
import { isContested } from './recognition/contested.ts';
import { withoutDoubts } from './recognition/doubts/all.ts';
import { withLineAmount } from './recognition/doubts/line-amount.ts';
import { askColumn, withColumn, withProvedPieces } from './recognition/guess.ts';
import { isDoubtful, isUnlikely, offersOf, readingsOf } from './recognition/kinds.ts';
import { asAnswered, askListPrice } from './recognition/list-price.ts';
import { meaningOf } from './recognition/meaning.ts';
import { presetMapping, presetOf } from './recognition/presets.ts';
import { askRateBasis, quoted } from './recognition/rate-basis.ts';
import type { Reading } from './recognition/reading.ts';
import { kindsSentBefore } from './recognition/sent-before.ts';
import { type TableView, viewOf } from './recognition/table.ts';
import { askTaxBasis, withoutTaxes } from './recognition/tax-basis.ts';
import { NO_CODES } from './recognition/values.ts';
import { BY_PLACE, EACH_PLACE } from './settled-lines.ts';
import { shapeOf } from './shape.ts';
import { COUNTED } from './shapes/layout.ts';
import { ownColumns, type Source } from './source.ts';
import type { FileMapping, ImportMapping, RememberedMappings, UsedMapping } from './types.ts';

export type { Feed } from './feed.ts';

export function matches(pattern: string, name: string): boolean {
  const expression = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
  return new RegExp(`^${expression}$`, 'i').test(name);
}

function withDateOrder(feed: Feed, mapping: ImportMapping | undefined): Feed {
  const date_order = mapping?.settings?.date_order;
  return date_order === undefined ? feed : { ...feed, date_order };
}

/** A mapping kept from another import speaks of the file before us. */
function rememberedMappings(
  source: Source,
  remembered: RememberedMappings | undefined,
): readonly FileMapping[] {
  return (remembered?.get(shapeOf(source.headings)) ?? []).map((file) => ({ ...file, match: source.name }));
}

/** The order of dates that other files of the shape had: this file's own dates may prove another. */
function asUsual({ date_order, ...feed }: Feed): Feed {
  return date_order === undefined ? feed : { ...feed, usual_order: date_order };
}

const clockDay = (): string => new Date().toISOString().slice(0, 10);

function viewOfSource(source: Source, { codes = NO_CODES, today = clockDay() }: PlanContext): TableView {
  const { name, headings, sample } = source;
  const own = new Set(ownColumns(headings));
  const named = headings.map((heading, position) => (own.has(position) ? heading : ''));
  return viewOf(
    { name, headings: named, rows: sample, today, has_period: periodOf(source, today) !== null },
    codes,
  );
}

/** The readings that a file's headings and values speak for, the likeliest first. */
export function readingsOfSource(
  source: Source,
  context: PlanContext,
  view = viewOfSource(source, context),
): Reading[] {
  return readingsOf(view, { sent_before: kindsSentBefore(source.headings, context.remembered) });
}

/** The same feeds, what their amounts and rates are as their headings say, or as it was answered, which is kept. */
function taxed(source: Source, feeds: Feed[], plan: Plan, context: PlanContext): Feed[] {
  const { mapping, vat_rate, currency = USUAL_CURRENCY } = context;
  const rate = askRateBasis(source, feeds, mapping?.settings?.currency ?? currency);
  const question = rate ?? askTaxBasis(source, feeds, mapping?.settings?.vat_rate ?? vat_rate);
  if (question === null) return feeds;
  plan.questions.push(question);
  const answer = answerTo(question, mapping?.answers);
  const others: Readonly<Record<string, (feed: Feed) => Feed>> = { excl: withoutTaxes, quoted_rate: quoted };
  const read = feeds.map(others[answer ?? ''] ?? ((feed) => feed));
  if (answer !== null)
    plan.used_mappings.push({ shape: shapeOf(source.headings), files: read.map(mappingOf) });
  return read;
}

/** The same feeds, each price in a list of its own: of its currency, or of reduced prices, as headings say or as answered. */
function priced(source: Source, feeds: Feed[], plan: Plan, context: PlanContext): Feed[] {
  const { mapping } = context;
  const usual = mapping?.settings?.currency ?? context.currency ?? USUAL_CURRENCY;
  const question = askListPrice(source, feeds);
  const answer = question && answerTo(question, mapping?.answers);
  if (question) plan.questions.push(question);
  const read = feeds.map((feed) => asAnswered(feed, answer)).flatMap((feed) => asPriceLists(feed, usual));
  if (answer !== null)
    plan.used_mappings.push({ shape: shapeOf(source.headings), files: read.map(mappingOf) });
  return read;
}

/** Whether what the columns of a table count was said nowhere: of days or places, anything may have been counted. */
function isUnsaid({ headings, head = [], row_lines, name }: Source): boolean {
  const isMade = row_lines !== undefined && headings.includes(COUNTED);
  return isMade && meaningOf(name).concepts.size === 0 && !head.some(({ cells }) => cells.includes(COUNTED));
}

/** The reading with the column that no heading gives as it was designated; null where the file is left aside. */
function asDesignated(
  source: Source,
  reading: Reading,
  plan: Plan,
  { mapping }: PlanContext,
): Reading | null {
  const proved = withProvedPieces(source, reading);
  if (proved) return proved;
  const question = askColumn(source, reading);
  if (question === null) return reading;
  plan.questions.push(question);
  const answer = answerTo(question, mapping?.answers);
  // Places in columns are told when the file is opened: here they are none, and one alone would be a part of a stock.
  return answer === LEFT_ASIDE || answer === EACH_PLACE ? null : withColumn(reading, answer);
}

/** Asks that what was read of a layout never seen be looked at, and what was answered; null: nothing was, or not asked. */
function lookedAt(
  source: Source,
  { feeds, view }: { feeds: readonly Feed[]; view: TableView },
  plan: Plan,
  { mapping }: PlanContext,
): string | null {
  const question = askReading(source, feeds, view);
  if (question) plan.questions.push(question);
  return question && answerTo(question, mapping?.answers);
}

/** The readings of a file that is read by itself: the answered one, or the likeliest; with what else it feeds. */
function chooseFeeds(source: Source, plan: Plan, context: PlanContext): Feed[] {
  const view = viewOfSource(source, context);
  const readings = readingsOfSource(source, context, view);
  const likely = readings.filter((reading) => !isUnlikely(reading));
  const [best] = likely;
  if (!best) return [];
  const feedsAs = (reading: Reading): Feed[] => {
    const feeds = alsoRead(reading, readings).map((each) => withLineAmount(feedFromReading(source, each)));
    return context.mapping?.settings?.decimal ? feeds : asProven(feeds);
  };
  const beside = alsoRead(best, readings);
  // Sales without products would pass for a till's totals: only the file's name says that they are.
  const asked =
    isDoubtful(likely.filter((reading) => reading === best || !beside.includes(reading))) ||
    (isUnsaid(source) && !best.is_named) ||
    isContested(best, view) ||
    (best.kind === 'control' && !best.is_named);
  const read = (given: Reading): Feed[] => {
    const reading = asDesignated(source, given, plan, context);
    if (reading === null) return [];
    const certain = withoutDoubts(source, feedsAs(reading), { plan, context, view });
    return taxed(source, priced(source, certain, plan, context), plan, context);
  };
  const remember = (feeds: Feed[]): Feed[] => {
    plan.used_mappings.push({ shape: shapeOf(source.headings), files: feeds.map(mappingOf) });
    return feeds;
  };
  const looked = (feeds: Feed[], isKept: boolean): Feed[] => {
    const answer = lookedAt(source, { feeds, view }, plan, context);
    if (answer === LEFT_ASIDE) return [];
    return isKept || answer === CONFIRMED ? remember(feeds) : feeds;
  };
  // A line chosen for its headings is found again by them.
  if (!asked) return looked(read(best), source.heading_chosen === true);
  const offered = withOffers(likely, offersOf(view));
  const question = askKind(source.name, offered);
  plan.questions.push(question);
  const answer = answerTo(question, context.mapping?.answers);
  if (answer === LEFT_ASIDE) return [];
  return looked(read(offered.find(({ kind }) => kind === answer) ?? best), answer !== null);
}

/** The feeds of known headings, once it was answered that a file named otherwise than those before is of the same matter. */
function asNamed(source: Source, feeds: Feed[], plan: Plan, { mapping, remembered }: PlanContext): Feed[] {
  const shape = shapeOf(source.headings);
  const before = (remembered?.get(shape) ?? []).map(({ match }) => match);
  const question = askNamed(source, feeds, before);
  if (question === null) return feeds;
  plan.questions.push(question);
  const answer = answerTo(question, mapping?.answers);
  if (answer === CONFIRMED) plan.used_mappings.push({ shape, files: feeds.map(mappingOf) });
  return feeds;
}

function feedsOf(source: Source, plan: Plan, context: PlanContext): Feed[] {
  const { mapping, remembered } = context;
  const given = (mapping?.files ?? []).filter((file) => matches(file.match, source.name));
  const known = given.length > 0 ? [] : rememberedMappings(source, remembered);
  if (given.length > 0) plan.used_mappings.push({ shape: shapeOf(source.headings), files: given });
  if (known.length > 0) plan.remembered.push(source.name);
  if (known.length > 0) {
    const feeds = mappedFeeds(known.map((file) => asUsual(feedFromMapping(source, file))));
    return asNamed(source, feeds, plan, context);
  }
  if (given.length > 0) return mappedFeeds(given.map((file) => feedFromMapping(source, file)));
  const preset = presetOf(source.headings);
  if (preset) {
    plan.presets.set(source.name, preset.name);
    return mappedFeeds([feedFromMapping(source, presetMapping(preset, source.name))]);
  }
  return chooseFeeds(source, plan, context);
}

/** What was said of the columns of a file, for the next ones of its headings. */
const byPlace = (match: string, headings: readonly string[], { kind }: Feed): UsedMapping => ({
  shape: shapeOf(headings),
  files: [{ match, kind, columns: {}, constants: { [BY_PLACE]: EACH_PLACE } }],
});

/** Whether a question about a file was answered by leaving it out. */
function isLeftAside({ name }: Source, mapping: ImportMapping | undefined): boolean {
  const keys = IMPORT_QUESTION_CODES.map((code) => questionKey(code, name));
  return Object.entries(mapping?.answers ?? {}).some(
    ([key, answer]) => answer === LEFT_ASIDE && keys.some((own) => key === own || key.startsWith(`${own}:`)),
  );
}

/**
 * Decides what each file is: by the mapping where it speaks of it, as files of its shape were read before where they
 * were, by everything else in it. Where that leaves two readings too close, a question says so.
 */
export function planImport(sources: readonly Source[], context: PlanContext): Plan {
  const { mapping } = context;
  const plan: Plan = {
    feeds: [],
    ignored: [],
    used_mappings: [],
    remembered: [],
    questions: [],
    presets: new Map(),
  };
  const ignore = ({ name }: Source, reason: string): void => {
    plan.ignored.push({ name, reason });
  };
  for (const given of sources) {
    const source = withAnsweredDecimals(given, mapping?.answers);
    if (mapping?.left_aside?.includes(source.name) || isLeftAside(source, mapping)) {
      ignore(source, 'laissé de côté');
      continue;
    }
    const feeds = feedsOf(source, plan, context);
    if (feeds.length === 0) ignore(source, unknownReason(source));
    else plan.questions.push(...source.questions);
    if (source.by_place && feeds[0]) plan.used_mappings.push(byPlace(source.name, source.by_place, feeds[0]));
    const whole = feeds.some(({ kind }) => kind === 'stock') ? feeds : feeds.flatMap(withStock);
    const currency = fileCurrency(source, context);
    if (whole[0]) plan.used_mappings.push(...currencyUsed(source, whole[0], context));
    for (const read of whole) {
      const { feed, question } = withNamedDate(inFileCurrency(read, currency), {
        mapping,
        today: context.today ?? clockDay(),
      });
      if (question) plan.questions.push(question);
      const names = [...feed.positions.keys(), ...feed.constants.keys()];
      const spec = kindSpec(feed.kind);
      if (missingColumns(spec, names).length === 0) plan.feeds.push(withDateOrder(feed, mapping));
      else ignore(source, missingSentence(spec, names));
    }
  }
  return plan;
}
