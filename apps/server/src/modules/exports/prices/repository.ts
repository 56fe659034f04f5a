import { type Selectable, sql } from 'kysely';
import type { DbOrTx, Tx } from '../../../db/database.ts';
import type { PriceFileTable } from '../../../db/tables/price-tables.ts';
import type { ProjectScope } from '../../../scope.ts';

export type PriceFileRow = Selectable<PriceFileTable>;

/** Bytes that a file is kept with. */
export interface PriceFileContents {
  file: Uint8Array;
  prices: Uint8Array;
  proof: Uint8Array;
  page: Uint8Array;
}

/** The files of a project, the last first. */
export async function listFiles(db: DbOrTx, { project_id }: ProjectScope): Promise<PriceFileRow[]> {
  return db
    .selectFrom('price_file')
    .selectAll()
    .where('project_id', '=', project_id)
    .orderBy('price_file_id', 'desc')
    .execute();
}

/** Undefined when there is no such file. */
export async function findFile(
  db: DbOrTx,
  { project_id }: ProjectScope,
  price_file_id: string,
): Promise<PriceFileRow | undefined> {
  return db
    .selectFrom('price_file')
    .selectAll()
    .where('project_id', '=', project_id)
    .where('price_file_id', '=', price_file_id)
    .executeTakeFirst();
}

export async function insertFile(
  tx: Tx,
  { project_id, user_id, user_name }: ProjectScope,
  file: Omit<PriceFileRow, 'project_id' | 'user_id' | 'user_name' | 'created_at' | 'proof'> & {
    proof: NonNullable<PriceFileRow['proof']>;
  },
  contents: PriceFileContents,
): Promise<PriceFileRow> {
  const { price_file_id } = file;
  const row = await tx
    .insertInto('price_file')
    .values({ project_id, user_id, user_name, ...file, proof: JSON.stringify(file.proof) })
    .returningAll()
    .executeTakeFirstOrThrow();
  for (const part of ['file', 'prices', 'proof', 'page'] as const)
    await tx
      .insertInto('price_file_content')
      .values({ project_id, price_file_id, part, content: contents[part] })
      .execute();
  return row;
}

/** @throws when the file is not there */
export async function readContent(
  db: DbOrTx,
  { project_id }: ProjectScope,
  price_file_id: string,
  part: keyof PriceFileContents,
): Promise<Uint8Array> {
  const { content } = await db
    .selectFrom('price_file_content')
    .select('content')
    .where('project_id', '=', project_id)
    .where('price_file_id', '=', price_file_id)
    .where('part', '=', part)
    .executeTakeFirstOrThrow();
  return content;
}

/** Who validated a phase last, and when; undefined for one that came validated. */
export async function phaseSignature(
  db: DbOrTx,
  { project_id }: ProjectScope,
  phase: number,
): Promise<{ user_name: string; created_at: Date } | undefined> {
  return db
    .selectFrom('activity')
    .select(['user_name', 'created_at'])
    .where('project_id', '=', project_id)
    .where('kind', '=', 'phase')
    .where(sql<boolean>`(details ->> 'phase')::int = ${phase}`)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}
