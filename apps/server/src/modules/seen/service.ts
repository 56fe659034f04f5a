import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { ChangedMeanwhile } from '@palier/contract';
import { withoutCosts } from '@palier/domain';
import { actTime } from '../../clock.ts';
import type { Db, Tx } from '../../db/database.ts';
import { ApiError } from '../../http/errors.ts';
import { withPlainNumbers } from '../../http/plain-numbers.ts';
import { isAllowed, type Scope } from '../../scope.ts';
import { forgetChanges, type LeftField, lastAuthor, type Subject, saveChanges } from './repository.ts';

/** Longer than anybody leaves a form open. */
const KEPT_DAYS = 30;

/** What the author of a deletion had read of what she deletes. */
export interface SeenOf {
  seen?: object | undefined;
}

interface Deletion {
  /** What is changed or deleted, as the sentence of a refusal says it: « ce réglage ». */
  what: string;
  subject: Subject;
  /** What its author had read of it; left out: whatever stands gives way. */
  seen: object | undefined;
  /** What stands, as the API answers it: held before, so that nobody changes it until the transaction ends. */
  read: () => Promise<object>;
}

interface Change<T> extends Deletion {
  /** What is written of it, by field. */
  changes: object;
  write: () => Promise<T>;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Writes what several people set, unless it is no longer what its author had read, and remembers who left it so.
 * @throws 409 changed_meanwhile: somebody else's change is not taken back by who has not seen it
 */
export async function changeSeen<T>(tx: Tx, scope: Scope, change: Change<T>): Promise<T> {
  const before = plain(await change.read());
  if (change.seen) await refuseUnseen(tx, scope, { ...change, undone: 'enregistré' }, before);
  const done = await change.write();
  const after = plain(await change.read());
  const left = Object.keys(after).filter((field) => !isSame(after[field], before[field]));
  await saveChanges(tx, scope, change.subject, fingerprints(after, left), actTime());
  return done;
}

/**
 * Lets something that several people set be deleted, unless it is no longer what its author had read. What was deleted
 * meanwhile is for `read` to say. @throws 409 changed_meanwhile, as `changeSeen`
 */
export async function deleteSeen(tx: Tx, scope: Scope, { read, ...deletion }: Deletion): Promise<void> {
  const before = plain(await read());
  if (deletion.seen) await refuseUnseen(tx, scope, { ...deletion, changes: {}, undone: 'supprimé' }, before);
}

async function refuseUnseen(
  tx: Tx,
  scope: Scope,
  { what, subject, changes, seen = {}, undone }: Omit<Change<unknown>, 'read' | 'write'> & { undone: Undone },
  before: Fields,
): Promise<void> {
  const read = plain(seen);
  const wanted = plain(changes);
  const standing = isAllowed(scope, 'canSeeCosts') ? before : withoutCosts(before);
  // Two people who want the same do not stand in each other's way.
  const others = Object.keys(read).filter(
    (field) =>
      !isSame(standing[field], read[field]) && !(field in wanted && isSame(standing[field], wanted[field])),
  );
  if (others.length === 0) return;
  const author = await lastAuthor(tx, scope, subject, fingerprints(before, others));
  const details: ChangedMeanwhile = {
    by: author?.user_name ?? null,
    now: Object.fromEntries(others.map((field) => [field, standing[field] ?? null])),
  };
  throw new ApiError(
    'changed_meanwhile',
    sentence(author?.user_id === scope.user_id ? null : details, what, undone),
    details,
  );
}

/** What is not done for it. */
type Undone = 'enregistré' | 'supprimé';

/** `other`: whose change it is; null for one's own. */
function sentence(other: Pick<ChangedMeanwhile, 'by'> | null, what: string, undone: Undone): string {
  if (!other) return `Vous avez modifié ${what} ailleurs entre-temps : rien n’est ${undone}.`;
  return `${other.by ?? 'Quelqu’un d’autre'} a modifié ${what} entre-temps : rien n’est ${undone}.`;
}

/** As it travels: JSON, its numbers rounded as those of every answer are. */
const plain = (value: object): Fields => withPlainNumbers(JSON.parse(JSON.stringify(value))) as Fields;

/** What is missing and what is null are both nothing. */
const isSame = (one: unknown, other: unknown): boolean => isDeepStrictEqual(one ?? null, other ?? null);

function fingerprints(of: Fields, fields: readonly string[]): LeftField[] {
  return fields.map((field) => ({
    field,
    fingerprint: createHash('sha256').update(sortedJson(of[field])).digest('base64url'),
  }));
}

/** Equal for values that differ by the order of their fields alone: the database keeps its own. */
function sortedJson(value: unknown): string {
  return JSON.stringify(value ?? null, (_, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}

/** Forgets who changed what, once nobody can still be changing the same. */
export async function forgetOldChanges({ database: { db } }: { database: { db: Db } }): Promise<void> {
  await forgetChanges(db, new Date(Date.now() - KEPT_DAYS * 86_400_000));
}
