import { answerTo, type ImportAnswers, type ImportQuestion, readingOf } from '@palier/domain';
import type { Session } from '../../database/session.ts';
import { quoteIdentifier } from '../../database/sql.ts';
import { REPEATED } from '../settled-lines.ts';
import type { Staged } from '../staged.ts';
import { ADD, askRepeated, LAST, nameOf } from './ask.ts';
import { findRepeated, type Repeated } from './find.ts';

/** The files of a delivery, each line counted once. */
export interface SettledLines {
  staged: Staged[];
  /** French sentences: what was left out of which file. */
  notes: string[];
  ignored: { name: string; reason: string }[];
}

/** SQL: the days of the files that come after one. */
function laterDays(files: readonly Staged[], index: number): string {
  const days = files
    .slice(index + 1)
    .map(({ table }) => `SELECT date FROM ${quoteIdentifier(table)} WHERE NOT refused`);
  return `SELECT DISTINCT date FROM (${days.join(' UNION ALL ')}) WHERE date IS NOT NULL`;
}

/** A file without the days that later ones say. Of whole months, each is one day of its table. */
async function withoutLaterDays(
  session: Session,
  files: readonly Staged[],
  index: number,
): Promise<Staged | null> {
  const file = files[index];
  if (!file || index === files.length - 1) return file ?? null;
  const left = laterDays(files, index);
  const [row] = await session.rows<{ rows: number; kept: number }>(
    `SELECT count_if(date IN (${left})) AS rows, count_if(date NOT IN (${left})) AS kept FROM ${quoteIdentifier(file.table)} WHERE NOT refused`,
  );
  if (!row || row.rows === 0) return file;
  if (row.kept === 0) return null;
  const once = async (view: string, day: string): Promise<string> => {
    const own = `${view}_once`;
    await session.run(
      `CREATE VIEW ${quoteIdentifier(own)} AS FROM ${quoteIdentifier(view)} WHERE refused OR ${day} NOT IN (${left})`,
    );
    return own;
  };
  const { table, days } = file;
  return {
    ...file,
    table: await once(table, 'date'),
    ...(days !== undefined && { days: await once(days, "date_trunc('month', date)::DATE") }),
  };
}

/** What is counted of sales when each day is that of the last file that has it. */
async function salesOnce(session: Session, files: readonly Staged[]): Promise<(Staged | null)[]> {
  const found: (Staged | null)[] = [];
  for (const index of files.keys()) found.push(await withoutLaterDays(session, files, index));
  return found;
}

/** The files that are counted, in their places: all of them, one, or each without the days of the later ones. */
function countedFiles(
  { kind, files }: Repeated,
  once: readonly (Staged | null)[],
  answer: string | null,
): readonly (Staged | null)[] {
  if (answer === ADD) return files;
  if (kind === 'sales') return once;
  const chosen = files.find((file) => nameOf(file) === answer) ?? files.at(-1);
  return files.map((file) => (file === chosen ? file : null));
}

/** A file whose lines others say too, with how that was answered, for the next ones of its headings. */
function remembering(file: Staged, question: ImportQuestion | null, answer: string | null): Staged {
  const constants = new Map(file.feed.constants);
  if (answer === ADD || answer === LAST) constants.set(REPEATED, answer);
  const questions = question ? [...file.questions, question] : file.questions;
  return { ...file, questions, feed: { ...file.feed, constants } };
}

async function settleOne(
  session: Session,
  repeated: Repeated,
  answers: ImportAnswers | undefined,
): Promise<ReadonlyMap<Staged, Staged | null>> {
  const { kind, files } = repeated;
  const kept = files.flatMap(({ feed }) => feed.constants.get(REPEATED) ?? [])[0];
  const once = kind === 'sales' ? await salesOnce(session, files) : [];
  const question = kept === undefined ? await askRepeated(session, repeated, once) : null;
  const answer = question ? answerTo(question, answers) : null;
  const counted = countedFiles(repeated, once, kept ?? (question && readingOf(question, answers)));
  return new Map(
    files.map((file, index) => {
      const read = counted[index] ?? null;
      return [file, read && remembering(read, question, answer)];
    }),
  );
}

/** What is said of a file of which lines were left out. */
function noteOf(file: Staged, read: Staged | null, last: string): string {
  const which = read === null ? 'ses lignes sont' : 'les lignes des jours qu’ils partagent sont';
  return `${nameOf(file)} : ${which} celles de « ${last} », comptées une fois.`;
}

/**
 * Counts once the lines that several files of a delivery say: stocks of two weeks dropped together, extracts whose days
 * overlap. Asked, since each place may have its own file; what is answered once holds for the files of these headings.
 */
export async function settleRepeated(
  session: Session,
  given: readonly Staged[],
  answers: ImportAnswers | undefined,
): Promise<SettledLines> {
  const settled = new Map<Staged, Staged | null>();
  const notes: string[] = [];
  const ignored: SettledLines['ignored'] = [];
  for (const repeated of await findRepeated(session, given)) {
    const last = repeated.files.at(-1);
    const read = await settleOne(session, repeated, answers);
    const used = [...read].find(([, now]) => now !== null)?.[0];
    const kept = repeated.kind === 'sales' || !used ? last : used;
    for (const [file, now] of read) {
      settled.set(file, now);
      if (!kept || (now !== null && now.table === file.table)) continue;
      const alone = given.every((other) => other === file || nameOf(other) !== nameOf(file));
      if (now === null && alone)
        ignored.push({ name: nameOf(file), reason: `ses lignes sont celles de « ${nameOf(kept)} »` });
      else notes.push(noteOf(file, now, nameOf(kept)));
    }
  }
  const staged = given.flatMap((file) => (settled.has(file) ? (settled.get(file) ?? []) : [file]));
  return { staged, notes, ignored };
}
