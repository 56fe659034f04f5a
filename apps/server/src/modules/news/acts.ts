import { concernsLines, concernsOf, type HeardLine, mayConcern } from '@palier/domain';
import type { Db } from '../../db/database.ts';
import { ApiError } from '../../http/errors.ts';
import { type ProjectScope, systemScope } from '../../scope.ts';
import { listMembers, type MemberRow, readSigners } from '../organizations/index.ts';
import { openProject } from '../projects/index.ts';
import {
  type ActRow,
  actsFrom,
  addNews,
  heardLines,
  type NewNews,
  participantsOf,
  projectsBehind,
  putMark,
  readMark,
  submitterBefore,
} from './repository.ts';

/** Whom something was reached, for her browsers to hear of it. */
export type Tell = (organization_id: string, user_ids: readonly string[]) => Promise<void>;

/** Reads on in the journals that have grown, and tells each act to those whom it concerns. */
export async function collectActs(db: Db, tell: Tell): Promise<void> {
  for (const { organization_id, project_id } of await projectsBehind(db)) {
    const project = await openProject(db, systemScope(organization_id), project_id).catch(
      (error: unknown) => {
        if (error instanceof ApiError) return null; // deleted meanwhile
        throw error;
      },
    );
    if (project) await collectProject(db, project, tell);
  }
}

/** What new figures do to a submission, or to lines. */
const OF_FIGURES: readonly ActRow['kind'][] = ['lapsed', 'departed'];

async function collectProject(db: Db, project: ProjectScope, tell: Tell): Promise<void> {
  const members = await listMembers(db, project);
  let mark = await readMark(db, project);
  for (;;) {
    const acts = await actsFrom(db, project, mark);
    for (const act of acts) {
      const reached = await addNews(db, project, await newsOf(db, project, act, members));
      await tell(project.organization_id, reached);
    }
    const last = Math.max(mark, ...acts.map(({ version }) => version));
    await putMark(db, project, last);
    if (last === mark) return;
    mark = last;
  }
}

/** What an act is to each member whom it concerns. */
async function newsOf(
  db: Db,
  project: ProjectScope,
  act: ActRow,
  members: readonly MemberRow[],
): Promise<NewNews[]> {
  // What the server does of itself is no colleague's act, but for what new figures do.
  const isOwn = act.user_id === project.user_id;
  if (!mayConcern(act.kind) || (isOwn && !OF_FIGURES.includes(act.kind))) return [];
  const lines: HeardLine[] = [];
  if (concernsLines(act.kind)) for await (const some of heardLines(db, project, act)) lines.push(...some);
  const around = concernsLines(act.kind)
    ? { participants: [], signers: [], submitter: null }
    : {
        // Who submitted what is signed has the news of the signature: it validates.
        participants: (await participantsOf(db, project)).filter((id) => id !== act.details.submitted_by),
        signers: await signersOf(db, project, act),
        submitter: await submitterBefore(db, project, act.version),
      };
  const known = new Set(members.map(({ user_id }) => user_id));
  // Undoing a review changes no discount.
  const heard = act.review === null ? act.kind : 'review';
  const concerns = concernsOf({ kind: heard, user_id: act.user_id, lines }, around);
  return concerns
    .filter(({ user_id }) => known.has(user_id))
    .map(({ user_id, kind, discount_ids }) => ({
      ...{ user_id, kind, project_id: project.project_id, source_id: act.activity_id },
      ...{ actor_id: isOwn ? null : act.user_id, actor_name: isOwn ? null : act.user_name },
      happened_at: act.created_at,
      ...{ line_count: discount_ids.length, discount_ids },
      details: detailsOf(act),
    }));
}

/** Those whom a submission was put to; of an older entry, all who sign, and who signs for those who are away. */
async function signersOf(db: Db, project: ProjectScope, { details: { to } }: ActRow): Promise<string[]> {
  if (Array.isArray(to)) return to.map(String);
  const { data } = await readSigners(db, project);
  return data.flatMap(({ user_id, delegation }) =>
    delegation?.in_force ? [user_id, delegation.delegate_id] : [user_id],
  );
}

function detailsOf({ details: { label }, comment, review }: ActRow) {
  return {
    ...(review === 'taken_back' && { taken_back: true }),
    ...(typeof label === 'string' && { phase: label }),
    ...(comment !== null && { comment }),
  };
}
