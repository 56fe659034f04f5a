import { expect, it } from 'vitest';
import { eachDatabase } from '../test/stores.ts';

/** Tables of an organisation or of sign-in: they stay on the coordinator where the database is distributed. */
const REFERENCE = new Set([
  'organization',
  'organization_user',
  'view',
  'scenario',
  'job',
  'import',
  'warehouse_version',
  'control_total',
  'project_group',
  'quality_decision',
  'file_mapping',
  'installation',
  'unused_folder',
  'optimization',
  'rule_set',
  'lesson',
  'price_template',
  'signature_delegation',
  'recent_change',
  'news',
  'mail',
  'identity_record',
  'kysely_migration',
  'kysely_migration_lock',
]);

eachDatabase('the migrated database', ({ database }) => {
  const rows = async <T>(query: string) => (await database().executeSql(query)).rows as T[];

  it('every table is either small and known, or owned by a project', async () => {
    const tables = await rows<{ table_name: string; columns: string[] }>(`
    select t.table_name, array_agg(c.column_name::text) as columns
    from information_schema.tables t join information_schema.columns c using (table_schema, table_name)
    where t.table_schema = 'public' and t.table_type = 'BASE TABLE' group by t.table_name`);
    expect(tables.length).toBeGreaterThan(12);
    for (const { table_name, columns } of tables) {
      if (!REFERENCE.has(table_name)) expect(columns, table_name).toContain('project_id');
    }
  });

  it('what belongs to a project has project_id first in every key, so that it can be spread', async () => {
    const keys = await rows<{ table_name: string; kind: string; first: string }>(`
    select r.relname as table_name, k.contype::text as kind, a.attname as first
    from pg_constraint k
    join pg_class r on r.oid = k.conrelid
    join pg_namespace n on n.oid = r.relnamespace and n.nspname = 'public'
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype in ('p', 'u', 'f')`);
    const own = keys.filter(({ table_name }) => !REFERENCE.has(table_name));
    expect(own.length).toBeGreaterThan(6);
    for (const { table_name, kind, first } of own) {
      // A project points to its organisation: the one key that a distributed database leaves out.
      if (kind === 'f' && first === 'organization_id') continue;
      expect(first, `${table_name} ${kind}`).toBe('project_id');
    }
  });

  it('nothing crosses projects behind the back of the code: no trigger, no sequence', async () => {
    expect(
      await rows(
        `select tgname from pg_trigger join pg_class r on r.oid = tgrelid
        where not tgisinternal and r.relnamespace = 'public'::regnamespace`,
      ),
    ).toEqual([]);
    expect(
      await rows(`select sequence_name from information_schema.sequences where sequence_schema = 'public'`),
    ).toEqual([]);
  });
});
