import { type Kysely, sql } from 'kysely';
import { identityRecordStatements } from '../../identity/table.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of identityRecordStatements) await sql.raw(statement).execute(db);
}
