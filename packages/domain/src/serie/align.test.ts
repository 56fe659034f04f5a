import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, daysBetween } from '../format/date.ts';
import { alignSeries, countDays, phaseDayOf, type SerieDays } from './align.ts';

/** Phases of given lengths that follow each other, of which a series holds the days of a range. */
function serie(
  start: string,
  lengths: readonly number[],
  from = 0,
  to = Number.POSITIVE_INFINITY,
): SerieDays[] {
  let first = 0;
  return lengths.flatMap((length, project_phase) => {
    const own = { from: Math.max(first, from), to: Math.min(first + length - 1, to) };
    const start_date = addDays(start, first);
    first += length;
    if (own.from > own.to) return [];
    return [
      {
        ...{ project_phase, start_date, last_date: addDays(start_date, length - 1) },
        ...{ from_date: addDays(start, own.from), to_date: addDays(start, own.to) },
      },
    ];
  });
}

const days = (spans: readonly SerieDays[]) =>
  spans.map(({ project_phase, start_date, from_date, to_date }) => [
    project_phase,
    daysBetween(start_date, from_date),
    daysBetween(start_date, to_date),
  ]);

describe('[SERIES-03] series are counted over the days that they share', () => {
  it('a season is aligned by phase, a phase held whole is whole however long it is', () => {
    const now = serie('2026-06-24', [14, 14, 21]);
    const before = serie('2025-06-25', [14, 21, 14]);
    const { comparable, spans } = alignSeries([now, before]);
    expect(comparable).toBe(true);
    expect(spans.map(days)).toEqual([
      [
        [0, 0, 13],
        [1, 0, 13],
        [2, 0, 20],
      ],
      [
        [0, 0, 13],
        [1, 0, 20],
        [2, 0, 13],
      ],
    ]);
  });

  it('a last day cuts every series at the same day of the same phase; the last of a phase is its last everywhere', () => {
    const project = {
      end_date: '2026-08-12',
      phases: [{ start_date: '2026-06-24' }, { start_date: '2026-07-08' }],
    };
    const now = serie('2026-06-24', [14, 35]);
    const before = serie('2025-06-25', [20, 35]);
    const cut = alignSeries([now, before], phaseDayOf(project, '2026-07-10'));
    expect(cut.spans.map(days)).toEqual([
      [
        [0, 0, 13],
        [1, 0, 2],
      ],
      [
        [0, 0, 19],
        [1, 0, 2],
      ],
    ]);
    expect(alignSeries([now, before], phaseDayOf(project, '2026-07-07')).spans.map(days)).toEqual([
      [[0, 0, 13]],
      [[0, 0, 19]],
    ]);
    expect(alignSeries([now, before], phaseDayOf(project, '2026-06-01')).spans).toEqual([[], []]);
  });

  it('a phase that one series does not have is counted for none', () => {
    const { spans } = alignSeries([serie('2026-06-24', [14, 14, 14]), serie('2025-06-25', [14, 14])]);
    expect(spans.map((own) => own.map(({ project_phase }) => project_phase))).toEqual([
      [0, 1],
      [0, 1],
    ]);
  });

  it('without a day in common each has its own, and they are not compared', () => {
    const sold = serie('2026-06-24', [14, 14], 0, 10);
    const planned = serie('2026-06-24', [14, 14], 14);
    const { comparable, spans } = alignSeries([planned, sold]);
    expect(comparable).toBe(false);
    expect(spans).toEqual([planned, sold]);
  });

  it('whatever series: never a day that one does not hold, the same days of phases of the same length', () => {
    const range = fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 40 }));
    fc.assert(
      fc.property(
        fc.array(range, { minLength: 1, maxLength: 4 }),
        fc.option(fc.nat({ max: 41 })),
        (ranges, last) => {
          const held = ranges.map(([a, b]) =>
            serie('2026-06-24', [10, 20, 11], Math.min(a, b), Math.max(a, b)),
          );
          const project = {
            end_date: '2026-08-04',
            phases: ['2026-06-24', '2026-07-04', '2026-07-24'].map((start_date) => ({ start_date })),
          };
          const to = last === null ? undefined : addDays('2026-06-24', last);
          const { comparable, spans } = alignSeries(
            held,
            to === undefined ? undefined : phaseDayOf(project, to),
          );
          spans.forEach((own, index) => {
            for (const span of own) {
              const of = held[index]?.find(({ project_phase }) => project_phase === span.project_phase);
              expect(of && of.from_date <= span.from_date && span.to_date <= of.to_date).toBe(true);
              if (to !== undefined) expect(span.to_date <= to).toBe(true);
            }
            if (comparable) expect(days(own)).toEqual(days(spans[0] ?? []));
          });
          expect(spans.every((own) => countDays(own) <= 41)).toBe(true);
        },
      ),
    );
  });
});
