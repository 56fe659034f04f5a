import { join } from 'node:path';
import { compareSizes } from '@palier/domain';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase } from '../src/database/database.ts';
import { sizeOrderSql } from '../src/database/size-order.ts';
import { quoteText } from '../src/database/sql.ts';
import { deskKeeper } from './files.ts';

const { desk, clear } = deskKeeper();
let database: Database;
beforeAll(async () => {
  database = await openDatabase({ temp_folder: join((await desk()).folder, 'spill'), memory_limit: '100MB' });
});
afterAll(async () => {
  database.close();
  await clear();
});

async function ordered(sizes: readonly string[]): Promise<string[]> {
  const values = sizes.map((size) => `(${quoteText(size)})`).join(', ');
  const rows = await database.rows<{ size: string }>(
    `SELECT size FROM (VALUES ${values}) v(size) ORDER BY ${sizeOrderSql('size')}`,
  );
  return rows.map(({ size }) => size);
}

const RAIL = [
  ...['2XS', 'XS', 's', 'S/M', 'M', 'L', 'XL', 'XXL', '3XL'],
  ...['3 mois', '6M', '18 mois', '2 ans', '36', '36 1/2', '36.5', '38', '85B', '100', 'TU', 'Unique'],
];

it('sizes hang in the order of a rail, in the queries as in the domain', async () => {
  const shuffled = [...RAIL].sort();
  expect(shuffled.sort(compareSizes)).toEqual(RAIL.toSorted(compareSizes));
  expect(RAIL.slice(0, 9).toSorted(compareSizes)).toEqual(RAIL.slice(0, 9));
  expect(['L', 'M', 'S', 'XL', 'XS'].sort(compareSizes)).toEqual(['XS', 'S', 'M', 'L', 'XL']);
  expect(['18 mois', '2 ans', '3 mois', '12 mois'].sort(compareSizes)).toEqual([
    ...['3 mois', '12 mois', '18 mois', '2 ans'],
  ]);
  const size = fc.oneof(
    fc.constantFrom(...RAIL),
    fc.stringMatching(/^[0-9XSMLau/ .,-]{1,5}$/).filter((text) => text.trim() !== ''),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(size, { minLength: 1, maxLength: 60 }), async (sizes) => {
      expect(await ordered(sizes)).toEqual([...sizes].sort(compareSizes));
    }),
    { numRuns: 20 },
  );
});
