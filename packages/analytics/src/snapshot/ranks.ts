import { FIELDS, type FieldDefinition } from '@palier/domain';
import type { Session } from '../database/database.ts';
import { quoteIdentifier } from '../database/sql.ts';

/** Deciles 1 to 10 by increasing value; equal values share a decile; a missing value has none. */
const decile = (field: string, partition: string): string => {
  const column = quoteIdentifier(field);
  const among = `${partition ? `${partition}, ` : ''}${column} IS NULL`;
  const place = `rank() OVER (PARTITION BY ${among} ORDER BY ${column})`;
  return `CASE WHEN ${column} IS NOT NULL THEN least(10, 1 + floor(10.0 * (${place} - 1) / count(*) OVER (PARTITION BY ${among})))::INTEGER END`;
};

type RankField = FieldDefinition & { rank_of: NonNullable<FieldDefinition['rank_of']> };

/** Rank fields whose metric is a static column. */
export const staticRanks = (columns: ReadonlySet<string>): RankField[] =>
  FIELDS.filter(
    (field): field is RankField => field.rank_of !== undefined && columns.has(field.rank_of.field),
  );

/** Adds the decile ranks of `metric` to it, as table `ranked`. */
export const addRanks = async (session: Session, columns: ReadonlySet<string>): Promise<void> => {
  const ranks = staticRanks(columns).map(
    ({ id, rank_of }) =>
      `${decile(rank_of.field, rank_of.scope === 'group' ? 'ranking_key' : '')} AS ${quoteIdentifier(id)}`,
  );
  await session.run(
    `CREATE OR REPLACE TABLE ranked AS SELECT line_no${ranks.map((rank) => `, ${rank}`).join('')} FROM metric`,
  );
};
