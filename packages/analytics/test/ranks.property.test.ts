import { DuckDBInstance } from '@duckdb/node-api';
import { FIELDS } from '@palier/domain';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sessionOf } from '../src/database/session.ts';
import { addRanks } from '../src/snapshot/ranks.ts';

/** What is ranked, and so what `metric` has: one column for each. */
const RANKED = [...new Set(FIELDS.flatMap(({ rank_of }) => (rank_of ? [rank_of.field] : [])))];

const value = fc.option(fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ min: -1e6, max: 1e6 })), {
  freq: 4,
});
const line = fc.record({
  key: fc.option(fc.constantFrom('a', 'b', 'c')),
  values: fc.array(value, { minLength: RANKED.length, maxLength: RANKED.length }),
});

it('a small project, whose fields are ranked by one statement, has the ranks of a large one', async () => {
  const database = await DuckDBInstance.create();
  const session = sessionOf(await database.connect());
  const columns = RANKED.map((name) => `"${name}" DOUBLE`).join(', ');
  await session.run(
    `CREATE TABLE metric (line_no INTEGER, ranking_key VARCHAR, family VARCHAR, section VARCHAR, ${columns})`,
  );
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 25 }), async (lines) => {
      await session.run('DELETE FROM metric');
      const rows = lines.map(({ key, values }, line_no) => {
        const cells = [line_no, key, key && `${key}1`, null, ...values];
        return `(${cells.map((cell) => (cell === null ? 'NULL' : `'${cell}'`)).join(', ')})`;
      });
      if (rows.length > 0) await session.run(`INSERT INTO metric VALUES ${rows.join(', ')}`);
      const ranks = async (most_together: number) => {
        await addRanks(session, new Set(RANKED), most_together);
        return session.rows('SELECT * FROM ranked ORDER BY line_no');
      };
      const together = await ranks(1000);
      expect(together).toEqual(await ranks(-1));
      expect(together).toHaveLength(lines.length);
    }),
    { numRuns: 15 },
  );
  database.closeSync();
});
