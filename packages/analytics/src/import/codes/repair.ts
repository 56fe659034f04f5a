import { countOf, formatQuantity, type ImportAnswers, type ImportQuestion, readingOf } from '@palier/domain';
import type { Session } from '../../database/session.ts';
import { quoteIdentifier, quoteText } from '../../database/sql.ts';
import type { Staged } from '../staged.ts';
import {
  CODE_COLUMNS,
  type CodeColumn,
  DAMAGED_CODE,
  isEanSql,
  isScientificSql,
  roundsToSql,
} from './damage.ts';
import { countFound, type FoundCodes } from './found.ts';

/** `SELECT` of the codes that are known without a file: those of the organisation, and of the articles beside it. */
export function knownSql(staged: readonly Staged[], own: Staged): string {
  const items = staged.filter(({ feed }) => feed.kind === 'items' && own.feed.kind !== 'items');
  const parts = [
    'SELECT item_id AS code FROM prev_item',
    'SELECT item_group_id FROM prev_item_group',
    ...items.flatMap(({ table }) =>
      CODE_COLUMNS.map((column) => `SELECT ${column} FROM ${quoteIdentifier(table)} WHERE NOT refused`),
    ),
  ];
  return parts.join(' UNION ');
}

/**
 * Table `written, rows`: the codes of a column that may be damaged, and how many rows have them; those that begin with
 * a letter never are, and cost a look at their first sign alone. @returns its name; null when there is no such code
 */
async function writtenCodes(session: Session, { table }: Staged, column: CodeColumn): Promise<string | null> {
  const name = quoteIdentifier(`${table}_written_${column}`);
  await session.run(`CREATE OR REPLACE TABLE ${name} AS
    SELECT ${column} AS written, count(*) AS rows FROM ${quoteIdentifier(table)}
    WHERE ascii(${column}) BETWEEN ascii(' ') AND ascii('9') GROUP BY ALL`);
  return (await session.rows(`SELECT 1 FROM ${name} LIMIT 1`)).length > 0 ? name : null;
}

/** The name of the table of a column's repairs: `written`, `repaired` (NULL: not known), `matches`, `rows`. */
const repairTable = ({ table }: Staged, column: CodeColumn): string =>
  quoteIdentifier(`${table}_repair_${column}`);

/**
 * Finds the damaged codes of a column. A code of digits that nobody knows has lost its zeros where one known code has
 * its digits, or where most codes of the column are EANs and its check digit says so with a zero before it.
 */
async function findDamaged(
  session: Session,
  staged: readonly Staged[],
  own: Staged,
  { column, codes }: { column: CodeColumn; codes: string },
): Promise<void> {
  const padded = "lpad(written, 13, '0')";
  await session.run(`CREATE OR REPLACE TABLE ${repairTable(own, column)} AS
    WITH written AS (FROM ${codes}),
    known AS (SELECT code FROM (${knownSql(staged, own)}) WHERE regexp_full_match(code, '\\d+')),
    eans AS (SELECT coalesce(avg(${isEanSql('written')}::INTEGER), 0) > 0.5 AS most FROM written WHERE regexp_full_match(written, '\\d+')),
    scientific AS (
      SELECT written, any_value(t.rows) AS rows, count(code) AS matches, any_value(code) AS code, true AS is_scientific
      FROM (FROM written WHERE ${isScientificSql('written')}) t LEFT JOIN known ON ${roundsToSql('code', 'written')} GROUP BY written),
    shorter AS (
      SELECT written, any_value(t.rows) AS rows, count(code) AS matches,
        coalesce(any_value(code), CASE WHEN len(written) BETWEEN 9 AND 12 AND (SELECT most FROM eans) AND ${isEanSql(padded)} THEN ${padded} END) AS code,
        false AS is_scientific
      FROM (FROM written WHERE regexp_full_match(written, '\\d{1,14}') AND written NOT IN (SELECT code FROM known)) t
      LEFT JOIN known ON ltrim(code, '0') = ltrim(written, '0') GROUP BY written)
    SELECT written, rows, matches, is_scientific, CASE WHEN matches <= 1 THEN code END AS repaired
    FROM (FROM scientific UNION ALL FROM shorter) WHERE is_scientific OR (code IS NOT NULL AND matches <= 1 AND code <> written)`);
}

function askRepair(file: string, heading: string, { codes, rows, examples }: FoundCodes): ImportQuestion {
  const some = codes > 1 ? `${formatQuantity(codes)} codes` : 'Un code';
  const lines = countOf(rows, 'ligne');
  return {
    key: `repair_codes:${file}:${heading}`,
    code: 'repair_codes',
    file,
    column: heading,
    text: `${some} de « ${heading} » ${codes > 1 ? 'ont été abîmés' : 'a été abîmé'} par un tableur (${examples.join(', ')}). Faut-il ${codes > 1 ? 'les' : 'le'} réparer ?`,
    choices: [
      { value: 'repair', label: 'Réparer', detail: `${lines} : chaque code n’a qu’une réparation possible` },
      { value: 'keep', label: 'Garder tel quel', detail: `${lines} sous un code qu’aucun article ne porte` },
    ],
  };
}

/** The rows of codes in scientific writing: those that are repaired count, the others say why they do not. */
async function settleDoubts(
  session: Session,
  own: Staged,
  column: CodeColumn,
  repairs: boolean,
): Promise<void> {
  const doubts = quoteIdentifier(own.doubts);
  const table = repairTable(own, column);
  const why = `CASE WHEN r.matches = 0 THEN ${quoteText(`${DAMAGED_CODE} : aucun article connu ne commence ainsi`)}
    WHEN r.matches > 1 THEN ${quoteText(`${DAMAGED_CODE} : `)} || r.matches || ' articles connus commencent ainsi' ELSE ${quoteText(DAMAGED_CODE)} END`;
  const others = `list_filter(problems, p -> p.column_name <> ${quoteText(column)})`;
  if (repairs)
    await session.run(`UPDATE ${doubts} SET ${column} = r.repaired, problems = ${others},
        refused = len(list_filter(${others}, p -> p.refuses)) > 0
      FROM ${table} r WHERE r.is_scientific AND r.repaired IS NOT NULL AND r.written = ${doubts}.${column}`);
  await session.run(`UPDATE ${doubts} SET problems = list_transform(problems, p -> CASE WHEN p.column_name = ${quoteText(column)}
      THEN {column_name: p.column_name, cell: p.cell, reason: ${why}, refuses: p.refuses} ELSE p END)
    FROM ${table} r WHERE r.is_scientific AND r.written = ${doubts}.${column}`);
  if (column === 'item_id' && own.feed.positions.has('item_group_id'))
    await session.run(
      `UPDATE ${doubts} SET item_id = NULL FROM ${table} r WHERE r.is_scientific AND r.written = ${doubts}.item_id`,
    );
}

/** The staged table with the codes that lost their zeros under those that they had. */
async function repairView(session: Session, own: Staged, column: CodeColumn): Promise<void> {
  const { table } = own;
  const former = `${table}_as_written_${column}`;
  await session.run(`ALTER VIEW ${quoteIdentifier(table)} RENAME TO ${quoteIdentifier(former)}`);
  await session.run(`CREATE VIEW ${quoteIdentifier(table)} AS
    SELECT t.* REPLACE (coalesce(r.repaired, t.${column}) AS ${column}) FROM ${quoteIdentifier(former)} t
    LEFT JOIN (FROM ${repairTable(own, column)} WHERE NOT is_scientific) r ON r.written = t.${column}`);
}

/**
 * Finds the codes that a spreadsheet damaged (`7,1397E+11`, a zero lost at the start), asks to repair those that have
 * but one repair, and repairs them unless the answer is no. Needs views `prev_*`. The others stay refused, and say why.
 */
export async function repairCodes(
  session: Session,
  staged: readonly Staged[],
  answers: ImportAnswers | undefined,
): Promise<void> {
  const inOrder = [...staged].sort(
    (left, right) => Number(right.feed.kind === 'items') - Number(left.feed.kind === 'items'),
  );
  for (const own of inOrder)
    for (const column of CODE_COLUMNS) {
      const position = own.feed.positions.get(column);
      if (position === undefined) continue;
      const codes = await writtenCodes(session, own, column);
      if (codes === null) continue;
      await findDamaged(session, staged, own, { column, codes });
      const damaged = `FROM ${repairTable(own, column)} WHERE repaired IS NOT NULL`;
      const found = await countFound(session, damaged, 'repaired');
      const { name, headings } = own.feed.source;
      const question = found && askRepair(name, headings[position] ?? column, found);
      if (question) own.questions.push(question);
      const repairs = question !== null && readingOf(question, answers) === 'repair';
      await settleDoubts(session, own, column, repairs);
      if (repairs) await repairView(session, own, column);
    }
}
