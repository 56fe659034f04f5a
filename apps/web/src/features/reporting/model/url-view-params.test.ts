import { OPERATORS, type QueryTree, SERIE_METRICS } from '@palier/domain';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHART_FORMS, FIRST_REPORT, type ReportState } from './report-state.ts';
import { decodeReport, encodeReport } from './url-view-params.ts';

const METRICS = SERIE_METRICS.map(({ id }) => id);
const word = fc.string({ unit: 'grapheme', minLength: 0, maxLength: 30 }).map((text) => text.toWellFormed());
const words = (maxLength: number) => fc.uniqueArray(word, { maxLength });
const { tree } = fc.letrec<{ tree: QueryTree }>((tie) => ({
  tree: fc.record({
    combinator: fc.constantFrom('and' as const, 'or' as const),
    rules: fc.array(
      fc.oneof(
        { depthSize: 'small' },
        fc.record({
          field: word.filter((text) => text.length > 0),
          operator: fc.constantFrom(...OPERATORS),
          value: fc.oneof(word, fc.integer(), fc.array(word, { maxLength: 3 })),
        }),
        tie('tree'),
      ),
      { maxLength: 3 },
    ),
  }),
}));
const report: fc.Arbitrary<ReportState> = fc.record({
  series: fc.option(
    words(6).filter((list) => list.length > 0),
    { nil: null },
  ),
  reference: fc.option(word, { nil: null }),
  dimensions: fc.option(words(5), { nil: null }),
  filter: fc.option(tree, { nil: null, freq: 2 }),
  to_date: fc.option(
    fc
      .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10)),
    { nil: null },
  ),
  metrics: fc.subarray(METRICS, { minLength: 1 }),
  charted: fc.constantFrom(...METRICS),
  form: fc.constantFrom(...CHART_FORMS),
  sort: fc.option(fc.record({ field: word, order: fc.constantFrom('asc' as const, 'desc' as const) }), {
    nil: null,
  }),
  closed: fc.boolean(),
  turned: words(20),
});

describe('[REP-01] the address of a report', () => {
  it('says all of it: what is read back is what was written', () => {
    fc.assert(
      fc.property(report, (state) => {
        const segment = encodeReport(state);
        expect(segment).toMatch(/^[\w-]*$/);
        expect(decodeReport(segment)).toEqual(state);
      }),
    );
  });

  it('has no segment for the report that opens first', () => {
    expect(encodeReport(FIRST_REPORT)).toBe('');
    expect(decodeReport(undefined)).toEqual(FIRST_REPORT);
  });

  it('opens the first report when it is cut, of another version or written by hand', () => {
    const whole = encodeReport({ ...FIRST_REPORT, series: ['a', 'b'], form: 'gaps' });
    for (const hostile of [
      'v1.2 été.csv',
      'a/b',
      '100%',
      'r1-',
      'r1-!',
      `r2${whole.slice(2)}`,
      whole.slice(0, 9),
    ])
      expect(decodeReport(hostile), hostile).toEqual(FIRST_REPORT);
    fc.assert(fc.property(fc.string(), (text) => void decodeReport(`r1-${text}`)));
  });

  it('keeps the parts that can be read when others cannot', () => {
    const segment = (written: unknown) => `r1-${Buffer.from(JSON.stringify(written)).toString('base64url')}`;
    expect(
      decodeReport(
        segment({
          ...{ s: [1, 'plan', 'plan'], r: {}, d: 'section', f: { combinator: 'xor' }, t: '2026-02-30' },
          ...{ m: ['sales', 'password'], c: '__proto__', k: 'cake', x: 1, o: { 0: 'a' } },
          q: ['sales:0', 'down'],
        }),
      ),
    ).toEqual({ ...FIRST_REPORT, series: ['plan'], metrics: ['sales'] });
    for (const written of [null, [], 'a', 3]) expect(decodeReport(segment(written))).toEqual(FIRST_REPORT);
    expect(decodeReport(`r1-${'A'.repeat(20_000)}`)).toEqual(FIRST_REPORT);
  });
});
