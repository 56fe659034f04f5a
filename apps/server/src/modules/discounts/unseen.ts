import type { KeptLines, SeenDecisions } from '@palier/contract';
import { sql } from 'kysely';
import type { DbOrTx } from '../../db/database.ts';
import type { ProjectScope } from '../../scope.ts';
import { batchesOf, idList } from './batches.ts';
import { idsChangedSince } from './changes.ts';
import type { DiscountRow, LineChanges } from './decision-changes.ts';
import { actsOf } from './repository.ts';

// What the author of an act on many lines has not seen of them (docs/decisions/023-at-once.md).

/** A line that somebody wrote after what the author of an act has seen. */
type UnseenLine = Pick<DiscountRow, 'discount_id' | 'item_group_id' | 'version' | 'discount_pct_reviewed'>;

/** Products that an answer names. */
const MOST_NAMED = 100;

/**
 * Of the lines named, those written after the version seen, by other acts than the author's own. The caller holds the
 * project's row by `takeVersion`, or keeps others away (`writeLong`): nobody writes them until the act is done.
 */
export async function unseenLines(
  db: DbOrTx,
  project: ProjectScope,
  ids: readonly string[],
  seen: SeenDecisions | undefined,
): Promise<UnseenLine[]> {
  if (!seen) return [];
  const { version, own = [] } = seen;
  const changed = await idsChangedSince(db, project, version, own);
  const unseen: UnseenLine[] = [];
  for await (const batch of batchesOf(changed === null ? ids : among(ids, changed))) {
    const rows = await db
      .selectFrom('discount')
      .select(['discount_id', 'item_group_id', 'version', 'discount_pct_reviewed'])
      .where('project_id', '=', project.project_id)
      .where('discount_id', '=', sql<string>`any(${idList(batch)}::uuid[])`)
      .where('version', '>', version)
      .where(sql<boolean>`version <> all(${[...own]}::bigint[])`)
      .execute();
    for (const row of rows) unseen.push(row);
  }
  return unseen;
}

function among(ids: readonly string[], changed: readonly string[]): readonly string[] {
  if (changed.length === 0) return [];
  const known = new Set(changed);
  return ids.filter((id) => known.has(id));
}

/** The changes of an act but those of lines that its author has not seen as they are, which keep what they have. */
export async function withoutUnseen(
  db: DbOrTx,
  project: ProjectScope,
  lines: readonly LineChanges[],
  seen: SeenDecisions | undefined,
): Promise<{ lines: readonly LineChanges[]; kept: KeptLines | undefined }> {
  const ids = seen ? lines.map(({ discount_id }) => discount_id) : [];
  const unseen = await unseenLines(db, project, ids, seen);
  if (unseen.length === 0) return { lines, kept: undefined };
  const left = new Set(unseen.map(({ discount_id }) => discount_id));
  return {
    lines: lines.filter(({ discount_id }) => !left.has(discount_id)),
    kept: await presentKept(db, project, unseen),
  };
}

/** What an act says of the lines that it has left as somebody else wrote them. */
export async function presentKept(
  db: DbOrTx,
  project: ProjectScope,
  lines: readonly Pick<UnseenLine, 'item_group_id' | 'version'>[],
): Promise<KeptLines | undefined> {
  if (lines.length === 0) return undefined;
  const acts = await actsOf(
    db,
    project,
    lines.map(({ version }) => version),
  );
  return {
    discount_count: lines.length,
    user_names: [...new Set([...acts.values()].map(({ user_name }) => user_name))],
    item_group_ids: lines.slice(0, MOST_NAMED).map(({ item_group_id }) => item_group_id),
  };
}
