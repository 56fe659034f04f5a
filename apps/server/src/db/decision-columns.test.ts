import { DECISION_LIST } from '@palier/domain';
import { expect, it } from 'vitest';
import type { DecisionColumn } from '../../../../packages/domain/src/decision/columns.ts';
import { eachDatabase } from '../test/stores.ts';

interface Column {
  name: string;
  type: string;
  nullable: boolean;
  default: string | null;
}

/** What names a line: not decided, and given when the line is added. */
const KEYS: readonly Column[] = [
  { name: 'project_id', type: 'uuid', nullable: false, default: null },
  { name: 'discount_id', type: 'uuid', nullable: false, default: null },
  { name: 'item_group_id', type: 'text', nullable: false, default: null },
];

const TYPES: Partial<Record<DecisionColumn['sql'], string>> = { timestamptz: 'timestamp with time zone' };

function expected({ name, sql, initial }: DecisionColumn & { name: string }): Column {
  const start = Array.isArray(initial) ? `'{}'::${sql}` : (initial?.toString() ?? null);
  return { name, type: TYPES[sql] ?? sql, nullable: initial === null, default: start };
}

const byName = (left: Column, right: Column): number => (left.name < right.name ? -1 : 1);

eachDatabase('the decisions of a migrated database', ({ database }) => {
  it('have the columns of the domain’s list, with its types, its defaults, and empty where it says so', async () => {
    const { rows } = await database().executeSql(`
      select a.attname::text as name, format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as nullable,
        pg_get_expr(d.adbin, d.adrelid) as default
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = 'public.discount'::regclass and a.attnum > 0 and not a.attisdropped`);
    expect((rows as Column[]).sort(byName)).toEqual([...KEYS, ...DECISION_LIST.map(expected)].sort(byName));
  });
});
