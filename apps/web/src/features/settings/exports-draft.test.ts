import { EXPORT_TEMPLATES, settingsFault } from '@palier/domain';
import { expect, it } from 'vitest';
import { isOwnFile, leftOut, type Template, withListing } from './exports-draft.ts';

const all: Template[] = EXPORT_TEMPLATES.map((template) => ({ ...template }));

it('a listing of one’s own joins the files under a name that no other has, with columns to change', () => {
  const two = withListing(withListing(all, ['price'], 'a'), ['price'], 'b');
  expect(two.slice(-2).map(({ name, columns }) => [name, columns])).toEqual([
    ['Nouveau listing', ['price']],
    ['Nouveau listing 2', ['price']],
  ]);
  expect(settingsFault({ exportTemplates: two })).toBeNull();
  expect(two.filter(isOwnFile).map(({ id }) => id)).toEqual(['a', 'b']);
});

it('a file of Palier that was taken away may be put back as it was', () => {
  expect(leftOut(all)).toEqual([]);
  expect(leftOut(all.slice(1))).toEqual([all[0]]);
});
