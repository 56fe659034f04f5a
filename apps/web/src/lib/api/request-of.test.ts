import { buildRequest, type RouteId, type RouteInput } from '@palier/contract';
import { describe, expect, it } from 'vitest';
import { requestOf } from './request-of.ts';
import { apiUrl } from './transport.ts';

/** The address and body that the contract's own client would send. */
function expectSame<Id extends RouteId>(id: Id, input: RouteInput<Id>): void {
  const ours = requestOf(id, input);
  const theirs = buildRequest(id, input);
  const parts = (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://palier.test');
    return { pathname, search: Object.fromEntries(searchParams) };
  };
  expect([ours.method, parts(apiUrl(ours.path, ours.query))]).toEqual([theirs.method, parts(theirs.url)]);
  if (typeof theirs.body === 'string') expect(JSON.stringify(ours.body)).toBe(theirs.body);
}

describe('requests', () => {
  it('are written as the contract says', () => {
    expectSame('projects.list', {});
    expectSame('projects.update', { params: { id: 'a/b' }, body: { end_date: '2026-07-22' } });
    expectSame('activity.list', { params: { id: 'p1' }, query: { size: 12 } });
    expectSame('discounts.list', {
      params: { id: 'p1' },
      query: {
        filter: { combinator: 'and', rules: [{ field: 'brand', operator: 'equals', value: 'Novéa' }] },
        by: ['section', 'family'],
        summary: true,
        q: 'robe été',
        size: 20,
      },
    });
  });

  it('[IMPEX-03] send files in the field uploadedFiles', () => {
    const files = [new File(['a'], 'a.csv'), new File(['b'], 'b.csv')];
    const { body } = requestOf('projects.import', { files });
    expect(body).toBeInstanceOf(FormData);
    expect((body as FormData).getAll('uploadedFiles').map((file) => (file as File).name)).toEqual([
      'a.csv',
      'b.csv',
    ]);
  });
});
