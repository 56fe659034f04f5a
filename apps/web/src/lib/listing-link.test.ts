import { groupNews, type News, newsPath } from '@palier/domain';
import { expect, it } from 'vitest';
import { listingLink } from './listing-link.ts';
import { paths } from './paths.ts';

const news: News = {
  ...{ news_id: 'n', kind: 'changed', project_id: 'p-1', project_name: 'Robes', source_id: 'act' },
  ...{ actor_id: 'm', actor_name: 'Marion', line_count: 2, discount_ids: ['a', 'b'] },
  ...{ details: {}, date: '2026-07-01T08:00:00Z', read: false },
};
function placeOf(one: News, codes: readonly string[] = []): string {
  const [group] = groupNews([one]);
  return group ? newsPath(group, codes) : '';
}
const search = (path: string) => new URLSearchParams(path.slice(path.indexOf('?')));

it('news and mails lead where the screens’ own links lead', () => {
  const filter = {
    combinator: 'and' as const,
    rules: [{ field: 'item_group_id', operator: 'in' as const, value: ['R&B', '12/3'] }],
  };
  const place = placeOf(news, ['R&B', '12/3']);
  expect(place.split('?')[0]).toBe(paths.listing('p-1'));
  expect(search(place).get('filtre')).toBe(search(listingLink('p-1', { filter })).get('filtre'));
  expect(placeOf(news)).toBe(listingLink('p-1', { activity_id: 'act' }));
  const project = { type: 'project', id: 'p-1' } as const;
  expect(placeOf({ ...news, kind: 'submitted' })).toBe(paths.collection(project));
  expect(placeOf({ ...news, kind: 'run', details: { run: 'rules' } })).toBe(paths.rules('p-1'));
  expect(placeOf({ ...news, kind: 'run', details: { run: 'optimization' } })).toBe(
    paths.optimization(project),
  );
  expect(placeOf({ ...news, kind: 'imported', details: { import_id: 'i' } })).toBe(paths.import('i'));
  expect(placeOf({ ...news, kind: 'late' })).toBe(paths.imports());
});
