import { FIELDS, type FieldDefinition } from '@palier/domain';
import type { Session } from '../database/database.ts';
import { quoteIdentifier } from '../database/sql.ts';

/**
 * A number without its last digits: 36 bits are kept of 53 (Veltkamp's split), some ten digits. A mean of 14.55 that
 * comes out as 14.550000000000002 is as high as 14.55.
 */
const withoutResidue = (column: string): string =>
  `(${column} * 131073.0) - (${column} * 131073.0 - ${column})`;

/** Deciles 1 to 10 by increasing value; equal values share a decile; a missing value has none. */
const decile = (field: string, partition: string): string => {
  const column = quoteIdentifier(field);
  const among = `${partition ? `${partition}, ` : ''}${column} IS NULL`;
  const place = `rank() OVER (PARTITION BY ${among} ORDER BY ${withoutResidue(`${column}::DOUBLE`)})`;
  return `CASE WHEN ${column} IS NOT NULL THEN least(10, 1 + floor(10.0 * (${place} - 1) / count(*) OVER (PARTITION BY ${among})))::INTEGER END`;
};

/** Lines are ranked among those of the same key; a key of (almost) each line's own is no group: the family then is. */
const RANK_GROUP = `CASE WHEN (SELECT 3 * count(DISTINCT ranking_key) > count(*) FROM metric) THEN coalesce(family, section) ELSE ranking_key END`;

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
      `${decile(rank_of.field, rank_of.scope === 'group' ? 'rank_group' : '')} AS ${quoteIdentifier(id)}`,
  );
  await session.run(`CREATE OR REPLACE TABLE ranked AS SELECT line_no${ranks.map((rank) => `, ${rank}`).join('')}
    FROM (SELECT *, ${RANK_GROUP} AS rank_group FROM metric)`);
};
