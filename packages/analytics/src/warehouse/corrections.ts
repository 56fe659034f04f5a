import type { Session } from '../database/session.ts';
import { quoteIdentifier, quoteText } from '../database/sql.ts';
import type { StagedRows } from './types.ts';

/** Tables whose rows of one key add up in a delivery: a part of them sent again must add up too. */
export type AdditiveTable = 'sale' | 'stock' | 'order';

interface Delivery {
  table: AdditiveTable;
  staged: readonly StagedRows[];
  /** `SELECT` of the rows of some of the staged files; their columns are those of `keys` and `columns`. */
  rowsOf: (staged: readonly StagedRows[]) => string;
  /** Columns that distinguish rows of the table, in names that mean the same from one delivery to the next. */
  keys: readonly string[];
  /** Join that gives rows their keys; left out: they have them. */
  naming?: string;
  /** The columns wanted, which `known` has too. */
  columns: readonly string[];
  /** `SELECT` of the rows that the previous version holds. */
  known: string;
  /** The delivery replaces all that is known. */
  full: boolean;
}

/** Whether some file is a delivery of its own, not refused rows that come back corrected. */
export function hasOrdinary(staged: readonly StagedRows[]): boolean {
  return staged.some(({ correction }) => correction === null);
}

/** Rows with their `key`, as text. */
function keyedSql({ keys, naming = '' }: Delivery, select: string): string {
  const parts = keys.map((name) => `coalesce(${name}::VARCHAR, chr(30))`);
  return `SELECT *, concat_ws(chr(31), ${parts.join(', ')}) AS key FROM (${select}) ${naming}`;
}

/**
 * `SELECT` of a delivery's rows, which replace what is known of their keys. Refused rows that come back corrected
 * were a part of their delivery: the rows of their keys that were kept then are given beside them, so that they add
 * up. Table `correction` keeps which file of corrections was added to which key, so that the same file again adds
 * nothing, until an ordinary delivery has that key again.
 */
export async function withCorrections(session: Session, delivery: Delivery): Promise<string> {
  const { table, staged, rowsOf, full } = delivery;
  const corrections = staged.filter(({ correction }) => correction !== null);
  const ordinary = staged.filter(({ correction }) => correction === null);
  const earlier = await session.rows(`SELECT 1 FROM correction WHERE kind = ${quoteText(table)} LIMIT 1`);
  if (corrections.length === 0 && earlier.length === 0) return rowsOf(staged);
  await findCorrections(session, delivery, corrections, ordinary);
  const columns = delivery.columns.join(', ');
  const [again, sentAnew] = [quoteIdentifier(`again_${table}`), quoteIdentifier(`ordinary_${table}`)];
  const parts = [`SELECT ${columns} FROM ${again}`];
  if (ordinary.length > 0) parts.push(`SELECT ${columns} FROM (${rowsOf(ordinary)})`);
  if (!full)
    parts.push(`SELECT ${columns} FROM (${keyedSql(delivery, delivery.known)})
      WHERE key IN (SELECT key FROM ${again}) AND key NOT IN (SELECT key FROM ${sentAnew})`);
  return parts.join(' UNION ALL ');
}

/** Tables `ordinary_*`: keys of the ordinary rows among those corrected; `again_*`: the corrected rows to add. */
async function findCorrections(
  session: Session,
  delivery: Delivery,
  corrections: readonly StagedRows[],
  ordinary: readonly StagedRows[],
): Promise<void> {
  const { table, rowsOf, full } = delivery;
  const kind = quoteText(table);
  const [again, sentAnew] = [quoteIdentifier(`again_${table}`), quoteIdentifier(`ordinary_${table}`)];
  const sent = corrections.map(
    (file) =>
      `SELECT *, ${quoteText(file.correction ?? '')} AS digest FROM (${keyedSql(delivery, rowsOf([file]))})`,
  );
  const none = `SELECT *, '' AS digest FROM (${keyedSql(delivery, delivery.known)}) WHERE false`;
  await session.run(`CREATE OR REPLACE TABLE ${sentAnew} AS SELECT DISTINCT key FROM (
    ${ordinary.length > 0 ? keyedSql(delivery, rowsOf(ordinary)) : `SELECT '' AS key WHERE false`})`);
  if (full) await session.run(`DELETE FROM correction WHERE kind = ${kind}`);
  await session.run(`DELETE FROM correction WHERE kind = ${kind} AND key IN (SELECT key FROM ${sentAnew})`);
  await session.run(`CREATE OR REPLACE TABLE ${again} AS
    SELECT * FROM (${sent.length > 0 ? sent.join(' UNION ALL ') : none}) a
    WHERE NOT EXISTS (FROM correction c WHERE c.kind = ${kind} AND c.digest = a.digest AND c.key = a.key)`);
  await session.run(`INSERT INTO correction SELECT DISTINCT ${kind}, digest, key FROM ${again}`);
}
