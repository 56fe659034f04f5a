import { FIELDS, type FieldDefinition } from '@palier/domain';
import type { Session } from '../database/session.ts';
import { quoteIdentifier } from '../database/sql.ts';

/**
 * A number without its last digits: 36 bits are kept of 53 (Veltkamp's split), some ten digits. A mean of 14.55 that
 * comes out as 14.550000000000002 is as high as 14.55.
 */
function withoutResidue(column: string): string {
  return `(${column} * 131073.0) - (${column} * 131073.0 - ${column})`;
}

/** SQL of deciles 1 to 10 by increasing value; equal values share a decile. */
function decile(column: string, among: string): string {
  return `least(10, 1 + floor(10.0 * (rank() OVER (${among} ORDER BY ${column}) - 1) / count(*) OVER (${among})))::UTINYINT`;
}

/** Lines are ranked among those of the same key; a key of (almost) each line's own is no group: the family then is. */
const RANK_GROUP = `CASE WHEN (SELECT 3 * count(DISTINCT ranking_key) > count(*) FROM metric) THEN coalesce(family, section) ELSE ranking_key END`;

type RankField = FieldDefinition & { rank_of: NonNullable<FieldDefinition['rank_of']> };

/** Rank fields whose metric is a static column. */
export function staticRanks(columns: ReadonlySet<string>): RankField[] {
  return FIELDS.filter(
    (field): field is RankField => field.rank_of !== undefined && columns.has(field.rank_of.field),
  );
}

/** Table `ranking`: what lines are ranked by, and among which. */
function gatherValues(session: Session, fields: readonly string[]): Promise<void> {
  const values = fields.map(quoteIdentifier).map((name) => `${withoutResidue(`${name}::DOUBLE`)} AS ${name}`);
  return session.run(
    `CREATE OR REPLACE TEMP TABLE ranking AS SELECT ${['line_no', `${RANK_GROUP} AS rank_group`, ...values].join(', ')} FROM metric`,
  );
}

/** Lines up to which all fields are ranked by one statement: each costs its planning, more than that many rows. */
const MOST_TOGETHER = 5000;

/**
 * Adds the decile ranks of `metric` to it, as table `ranked`. Large projects one field after the other: a window carries
 * all columns of its table along, and eighty windows over eighty columns take ten times as long.
 */
export async function addRanks(
  session: Session,
  columns: ReadonlySet<string>,
  most_together = MOST_TOGETHER,
): Promise<void> {
  const ranks = staticRanks(columns);
  const fields = [...new Set(ranks.map(({ rank_of }) => rank_of.field))];
  await gatherValues(session, fields);
  const [found] = await session.rows<{ count: number }>('SELECT count(*) AS count FROM ranking');
  if (fields.length > 0 && (found?.count ?? 0) <= most_together) await rankTogether(session, ranks, fields);
  else await rankEach(session, ranks, fields);
  await session.run('DROP TABLE ranking');
}

/** All fields by one statement, each value a row of its own. A missing value has no rank. */
async function rankTogether(
  session: Session,
  ranks: readonly RankField[],
  fields: readonly string[],
): Promise<void> {
  const values = fields.map(quoteIdentifier).join(', ');
  const found = ranks.map(
    ({ id, rank_of }) =>
      `max(${rankColumn(rank_of)}) FILTER (field = ${fields.indexOf(rank_of.field)})::INTEGER AS ${quoteIdentifier(id)}`,
  );
  await session.run(`CREATE OR REPLACE TABLE ranked AS
    WITH valued AS (SELECT line_no, rank_group, unnest(range(${fields.length})) AS field, unnest([${values}]) AS value FROM ranking),
    placed AS (SELECT line_no, field, ${decile('value', 'PARTITION BY field')} AS among_all,
      ${decile('value', 'PARTITION BY field, rank_group')} AS among_group FROM valued WHERE value IS NOT NULL)
    SELECT ${['line_no', ...found].join(', ')} FROM (SELECT line_no FROM ranking) LEFT JOIN placed USING (line_no) GROUP BY line_no`);
}

const rankColumn = ({ scope }: RankField['rank_of']): string =>
  scope === 'group' ? 'among_group' : 'among_all';

/** The table of a field's ranks, by the field's place among those that are ranked. */
const rankTable = (index: number): string => `rank_${index}`;

/** One field after the other. A missing value has no rank. */
async function rankEach(
  session: Session,
  ranks: readonly RankField[],
  fields: readonly string[],
): Promise<void> {
  for (const [index, field] of fields.entries()) {
    const column = quoteIdentifier(field);
    await session.run(`CREATE OR REPLACE TEMP TABLE ${rankTable(index)} AS
      SELECT line_no, ${decile(column, '')} AS among_all, ${decile(column, 'PARTITION BY rank_group')} AS among_group
      FROM ranking WHERE ${column} IS NOT NULL`);
  }
  const found = ranks.map(
    ({ id, rank_of }) =>
      `${rankTable(fields.indexOf(rank_of.field))}.${rankColumn(rank_of)}::INTEGER AS ${quoteIdentifier(id)}`,
  );
  const joins = fields.map((_, index) => `LEFT JOIN ${rankTable(index)} USING (line_no)`);
  await session.run(
    `CREATE OR REPLACE TABLE ranked AS SELECT ${['line_no', ...found].join(', ')} FROM (SELECT line_no FROM ranking) ${joins.join(' ')}`,
  );
  for (const index of fields.keys()) await session.run(`DROP TABLE ${rankTable(index)}`);
}
