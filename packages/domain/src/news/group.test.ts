import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupNews, type News, newsSentence } from './group.ts';
import { NEWS_KINDS } from './kind.ts';
import { lateData } from './late.ts';

const base: News = {
  ...{ news_id: '1', kind: 'changed', project_id: 'p', project_name: 'Robes', source_id: 's' },
  ...{ actor_id: 'marion', actor_name: 'Marion Delcourt', line_count: 1, discount_ids: ['a'] },
  ...{ details: {}, date: '2026-07-01T08:00:00Z', read: false },
};

const news: fc.Arbitrary<News> = fc.record({
  news_id: fc.uuid(),
  kind: fc.constantFrom(...NEWS_KINDS),
  project_id: fc.constantFrom('p', 'q'),
  project_name: fc.constant('Robes'),
  actor_id: fc.constantFrom('marion', 'paul'),
  actor_name: fc.constant('Marion Delcourt'),
  line_count: fc.integer({ min: 0, max: 60 }),
  discount_ids: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd')),
  source_id: fc.uuid(),
  details: fc.record({ version: fc.integer({ min: 1, max: 3 }) }),
  date: fc
    .date({ min: new Date('2026-01-01'), max: new Date('2026-03-01'), noInvalidDate: true })
    .map((at) => at.toISOString()),
  read: fc.boolean(),
});

describe('news in groups', () => {
  it('leaves none out and says none twice, the latest first', () => {
    fc.assert(
      fc.property(fc.uniqueArray(news, { selector: ({ news_id }) => news_id, maxLength: 30 }), (all) => {
        const groups = groupNews(all);
        expect(groups.flatMap(({ items }) => items.map(({ news_id }) => news_id)).sort()).toEqual(
          all.map(({ news_id }) => news_id).sort(),
        );
        expect(groups.map(({ date }) => date)).toEqual(
          groups
            .map(({ date }) => date)
            .sort()
            .reverse(),
        );
        for (const { items, read } of groups) for (const one of items) expect(one.read).toBe(read);
      }),
    );
  });

  it('counts a line once however often it was changed', () => {
    const [group] = groupNews([
      base,
      { ...base, news_id: '2', discount_ids: ['a', 'b'], line_count: 2, date: '2026-07-02T08:00:00Z' },
    ]);
    expect(group && newsSentence(group)).toBe('Marion Delcourt a changé 2 de vos lignes');
    expect(group?.date).toBe('2026-07-02T08:00:00Z');
  });

  it('says « au moins » where all of them could not be named', () => {
    const many = { ...base, news_id: '2', line_count: 4000 };
    expect(groupNews([base, many]).map(newsSentence)).toEqual([
      'Marion Delcourt a changé au moins 4\u202f000 de vos lignes',
    ]);
    expect(groupNews([many]).map(newsSentence)).toEqual([
      'Marion Delcourt a changé 4\u202f000 de vos lignes',
    ]);
  });

  it('keeps what was read apart from what comes after', () => {
    const groups = groupNews([
      { ...base, read: true },
      { ...base, news_id: '2', discount_ids: ['b'] },
    ]);
    expect(groups.map(({ read, line_count }) => [read, line_count])).toEqual([
      [false, 1],
      [true, 1],
    ]);
  });

  it('says one arrival of data for all the projects that it reaches', () => {
    const data = { ...base, kind: 'data' as const, line_count: 0, discount_ids: [], actor_name: null };
    const details = { version: 4, data_date: '2026-07-12' };
    const groups = groupNews([
      { ...data, details },
      { ...data, details, news_id: '2', project_id: 'q' },
    ]);
    expect(groups.map(newsSentence)).toEqual([
      'De nouvelles données jusqu’au 12/07/2026 dans 2 de vos projets',
    ]);
    // A project that is over has figures of its own last day.
    const over = { ...data, details: { ...details, data_date: '2025-07-30' }, news_id: '3', project_id: 'r' };
    const both = groupNews([{ ...data, details }, { ...data, details, news_id: '2', project_id: 'q' }, over]);
    expect(both.map(newsSentence).sort()).toEqual([
      'De nouvelles données jusqu’au 12/07/2026 dans 2 de vos projets',
      'De nouvelles données jusqu’au 30/07/2025 dans votre projet',
    ]);
  });

  it('tells a review from one that is taken back, and what is counted from what may be more', () => {
    const said = (more: Partial<News>) =>
      groupNews([{ ...base, kind: 'reviewed', ...more }]).map(newsSentence);
    const taken = { details: { taken_back: true } };
    expect(said({})).toEqual(['Marion Delcourt a revu une de vos lignes']);
    expect(said(taken)).toEqual(['Marion Delcourt a retiré la revue d’une de vos lignes']);
    const two = { discount_ids: ['a', 'b'], line_count: 2 };
    expect(said({ ...taken, ...two })).toEqual(['Marion Delcourt a retiré la revue de 2 de vos lignes']);
    expect(said({ ...two, at_least: true })).toEqual(['Marion Delcourt a revu au moins 2 de vos lignes']);
    expect(groupNews([base, { ...base, ...taken, kind: 'reviewed', news_id: '2' }])).toHaveLength(2);
    expect(said({ kind: 'departed', ...two, at_least: true })).toEqual([
      'Au moins 2 de vos lignes ne sont plus dans le projet',
    ]);
  });
});

describe('data that do not arrive', () => {
  const weekly = ['2026-06-01', '2026-06-08', '2026-06-08', '2026-06-15', '2026-06-22'];

  it('are late beyond half of the usual wait', () => {
    expect(lateData(weekly, '2026-07-02')).toBeNull();
    expect(lateData(weekly, '2026-07-03')).toEqual({ usual_days: 7, days: 11, since: '2026-06-22' });
  });

  it('are never late where no habit is known', () => {
    expect(lateData(weekly.slice(0, 3), '2027-01-01')).toBeNull();
    expect(lateData([], '2027-01-01')).toBeNull();
  });

  it('of every day are not missed the next day', () => {
    const daily = ['2026-06-01', '2026-06-02', '2026-06-03', '2026-06-04'];
    expect(lateData(daily, '2026-06-06')).toBeNull();
    const late = lateData(daily, '2026-06-07');
    expect(late).toEqual({ usual_days: 1, days: 3, since: '2026-06-04' });
    const [group] = groupNews([{ ...base, kind: 'late', details: { ...late } }]);
    expect(group && newsSentence(group)).toBe(
      'Aucune donnée n’est arrivée depuis le 04/06/2026\u202f; d’habitude il en arrive tous les jours',
    );
  });
});
