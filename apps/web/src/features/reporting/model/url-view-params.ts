import { queryTreeSchema } from '@palier/contract/query-tree';
import { parseDay } from '@palier/domain';
import { CHART_FORMS, FIRST_REPORT, knownMetrics, type ReportState } from './report-state.ts';

/** Begins every segment that this version writes: another one opens the first report rather than a wrong one. */
const VERSION = 'r1-';
/** An address longer than this is not of ours, and servers refuse it. */
const LONGEST = 14_000;
const MOST_SERIES = 20;
const MOST_DIMENSIONS = 5;
const MOST_TURNED = 300;
const LONGEST_TEXT = 400;

/** One letter a part: the segment is read by nobody and long enough as it is. */
interface Written {
  s?: unknown;
  r?: unknown;
  d?: unknown;
  f?: unknown;
  t?: unknown;
  m?: unknown;
  c?: unknown;
  k?: unknown;
  q?: unknown;
  x?: unknown;
  o?: unknown;
}

/**
 * The report's parameters as the last segment of its address (`urlViewParams`): letters, digits, - and _ alone, so
 * that no mail program, no router and no server cuts or rewrites it. What is as in the first report is left out; the
 * first report itself has no segment.
 */
export function encodeReport(state: ReportState): string {
  const { series, reference, dimensions, filter, to_date, metrics, charted, form, sort, closed, turned } =
    state;
  const written: Written = {
    ...(series && { s: series }),
    ...(reference !== null && { r: reference }),
    ...(dimensions && { d: dimensions }),
    ...(filter && { f: filter }),
    ...(to_date !== null && { t: to_date }),
    ...(metrics.join() !== FIRST_REPORT.metrics.join() && { m: metrics }),
    ...(charted !== FIRST_REPORT.charted && { c: charted }),
    ...(form !== FIRST_REPORT.form && { k: form }),
    ...(sort && { q: [sort.field, sort.order] }),
    ...(closed && { x: true }),
    ...(turned.length > 0 && { o: turned.slice(0, MOST_TURNED) }),
  };
  return Object.keys(written).length === 0 ? '' : VERSION + toBase64(JSON.stringify(written));
}

/** The report that a segment says. A part that cannot be read is as in the first report; the others hold. */
export function decodeReport(segment: string | undefined): ReportState {
  const written = readWritten(segment);
  const charted = knownMetrics([written.c])[0];
  const metrics = knownMetrics(Array.isArray(written.m) ? written.m : []);
  return {
    series: nonEmpty(texts(written.s, MOST_SERIES)),
    reference: text(written.r),
    dimensions: texts(written.d, MOST_DIMENSIONS),
    filter: written.f === undefined ? null : (queryTreeSchema.safeParse(written.f).data ?? null),
    to_date: day(written.t),
    metrics: metrics.length > 0 ? metrics : FIRST_REPORT.metrics,
    charted: charted ?? FIRST_REPORT.charted,
    form: CHART_FORMS.find((form) => form === written.k) ?? FIRST_REPORT.form,
    sort: sortOf(written.q),
    closed: written.x === true,
    turned: texts(written.o, MOST_TURNED) ?? [],
  };
}

function readWritten(segment: string | undefined): Written {
  if (!segment?.startsWith(VERSION) || segment.length > LONGEST) return {};
  try {
    const read: unknown = JSON.parse(fromBase64(segment.slice(VERSION.length)));
    return typeof read === 'object' && read !== null ? read : {};
  } catch {
    // Cut on its way, or written by hand: the first report opens.
    return {};
  }
}

const text = (value: unknown): string | null =>
  typeof value === 'string' && value.length <= LONGEST_TEXT ? value : null;

function day(value: unknown): string | null {
  const found = text(value);
  return found !== null && /^\d{4}-\d{2}-\d{2}$/.test(found) && parseDay(found) ? found : null;
}

function sortOf(value: unknown): ReportState['sort'] {
  if (!Array.isArray(value)) return null;
  const [field, order] = value;
  const known = text(field);
  return known !== null && (order === 'asc' || order === 'desc') ? { field: known, order } : null;
}

/** Texts, each once; null when it is no list. */
function texts(value: unknown, most: number): string[] | null {
  if (!Array.isArray(value)) return null;
  return [...new Set(value.flatMap((one) => text(one) ?? []))].slice(0, most);
}

const nonEmpty = (list: string[] | null): string[] | null => (list && list.length > 0 ? list : null);

function toBase64(written: string): string {
  const bytes = new TextEncoder().encode(written);
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function fromBase64(segment: string): string {
  const binary = atob(segment.replaceAll('-', '+').replaceAll('_', '/'));
  return new TextDecoder('utf-8', { fatal: true }).decode(
    Uint8Array.from(binary, (character) => character.charCodeAt(0)),
  );
}
