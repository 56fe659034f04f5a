import { mailChoices, topicOf } from '@palier/domain';
import type { Db } from '../../../db/database.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { localTime } from '../../../local-time.ts';
import type { Log } from '../../../log.ts';
import type { Facts } from '../../facts/index.ts';
import type { NewsRow } from '../repository.ts';
import { sayNews } from '../service.ts';
import { choicesUrl, writeLetter } from './letter.ts';
import type { Post } from './post.ts';
import {
  type Addressee,
  claimMail,
  findAddressee,
  giveUpLost,
  type MailRow,
  makeMail,
  newsOfMail,
  peopleToWrite,
  settleMail,
  unsentNewsOf,
} from './repository.ts';

export interface MailRoom {
  post: Post;
  facts: Pick<Facts, 'use' | 'useWarehouse'>;
  public_url: string;
  log: Log;
  now(): Date;
}

/** When the digest leaves, where people are. */
const DIGEST_HOUR = 7;
/** A mail that could not leave for so long says nothing new. */
const OLDEST_MS = 24 * 3_600_000;
/** Waits between attempts: a server that is down is asked less and less. */
const WAITS_MS = [60_000, 300_000, 900_000, 3_600_000];

/**
 * Makes the mails that are due, then sends those that wait, one after the other until told to stop; a server that is down
 * keeps them waiting.
 */
export async function sendWaitingMails(
  db: Db,
  room: MailRoom,
  isStopping = (): boolean => false,
): Promise<void> {
  await giveUpLost(db);
  for (const { organization_id, user_id } of await peopleToWrite(db)) {
    const person = await findAddressee(db, organization_id, user_id);
    if (person) await makeMailsOf(db, person, room);
  }
  while (!isStopping()) {
    const mail = await claimMail(db);
    if (!mail || (await sendMail(db, mail, room))) return;
  }
}

/** At once what she wants at once; the rest in the digest of the day, when its hour has come. */
async function makeMailsOf(db: Db, { scope, choices }: Addressee, room: MailRoom): Promise<void> {
  const chosen = mailChoices(choices);
  const news = await unsentNewsOf(db, scope);
  const of = (choice: string): NewsRow[] => news.filter(({ kind }) => chosen[topicOf(kind)] === choice);
  const { day, hour } = localTime(room.now());
  const make = (kind: MailRow['kind'], on: string | null, some: NewsRow[]) =>
    some.length > 0 &&
    inTransaction(db, (tx) => makeMail(tx, scope, { kind, day: on, created_at: room.now() }, some));
  await make('now', null, of('now'));
  if (hour >= DIGEST_HOUR) await make('digest', day, of('digest'));
}

/** Sends a mail that was claimed. @returns whether the server cannot be reached: the others would not leave either */
async function sendMail(db: Db, mail: MailRow, room: MailRoom): Promise<boolean> {
  const person = await findAddressee(db, mail.organization_id, mail.user_id);
  const said = person ? await sayNews({ db, facts: room.facts }, person.scope, await unread(db, mail)) : [];
  const isOld = room.now().getTime() - mail.created_at.getTime() > OLDEST_MS;
  if (!person || said.length === 0 || isOld) {
    await settleMail(db, mail, { status: 'dropped' });
    return false;
  }
  const { public_url } = room;
  const posted = await room.post.send({
    ...writeLetter(said, { kind: mail.kind, public_url, name: person.scope.user_name }),
    to: person.email,
    message_id: `<${mail.mail_id}@${new URL(public_url).hostname}>`,
    choices_url: choicesUrl(public_url),
  });
  if (posted.status === 'sent') {
    await settleMail(db, mail, { status: 'sent', error: null });
    return false;
  }
  const { error } = posted;
  room.log.warn({ mail_id: mail.mail_id, attempt: mail.attempt, fault: error }, 'mail not sent');
  if (posted.status !== 'again') {
    await settleMail(db, mail, { status: 'failed', error });
    return false;
  }
  const wait = WAITS_MS[Math.min(mail.attempt, WAITS_MS.length) - 1] ?? 0;
  const next_at = new Date(Date.now() + wait);
  await settleMail(db, mail, { status: 'waiting', error, next_at });
  return true;
}

/** What was read on a screen meanwhile is not said again. */
async function unread(db: Db, mail: MailRow): Promise<NewsRow[]> {
  return (await newsOfMail(db, mail)).filter(({ read_at }) => read_at === null);
}
