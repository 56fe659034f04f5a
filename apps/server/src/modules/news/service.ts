import type { NewsAnswer } from '@palier/contract';
import {
  groupNews,
  holdsPermission,
  MAX_NAMED_LINES,
  type News,
  type NewsGroup,
  type NewsKind,
  newsPath,
  newsSentence,
  topicOf,
} from '@palier/domain';
import type { DbOrTx } from '../../db/database.ts';
import type { Events } from '../../events/events.ts';
import { reachesGroup, reachOf } from '../../perimeter.ts';
import type { ProjectScope, Scope } from '../../scope.ts';
import { undoableActs } from '../activities/index.ts';
import { returnedLineIds, seenOf } from '../departures/index.ts';
import type { Facts } from '../facts/index.ts';
import { listProjects, type ProjectRow, proveListed } from '../projects/index.ts';
import { codesOf, lastArrival, listNews, type NewsRow, submissionAct } from './repository.ts';

export interface Needs {
  db: DbOrTx;
  facts: Pick<Facts, 'use' | 'useWarehouse'>;
}

/** A group of news as screens and mails say it. */
export interface SaidNews {
  group: NewsGroup;
  /** What it is about, when that is one project. */
  project: ProjectRow | undefined;
  sentence: string;
  /** From the application's origin. */
  path: string;
}

/** How many groups the bell shows. */
const MAX_GROUPS = 60;

/** The caller's news, in groups, as far as she may still see what they are about. */
export async function readNews(needs: Needs, scope: Scope): Promise<NewsAnswer> {
  const groups = await sayNews(needs, scope, await listNews(needs.db, scope));
  const shown = groups.slice(0, MAX_GROUPS);
  const acts = await actsOf(needs, scope, shown);
  return {
    unread: groups.filter(({ group }) => !group.read).length,
    data: shown.map((said) => presentGroup(said, acts)),
  };
}

type Acts = Awaited<ReturnType<typeof undoableActs>>;

/** The acts that news of lines come from, by id. */
async function actsOf(needs: Needs, scope: Scope, said: readonly SaidNews[]): Promise<Acts> {
  const acts: Acts = new Map();
  const own = said.filter(({ group }) => UNDOABLE.includes(group.kind));
  for (const [project, those] of Map.groupBy(own, (one) => one.project)) {
    if (!project) continue;
    const ids = those.flatMap(({ group }) => group.items.map(({ source_id }) => source_id));
    for (const [id, act] of await undoableActs(needs, proveListed(scope, project), ids)) acts.set(id, act);
  }
  return acts;
}

/** News of what changed the caller's lines: the act can be undone where it is read. */
const UNDOABLE: readonly NewsKind[] = ['changed', 'reviewed'];

/** Has the browsers of one person read her news again. */
export async function tellNews(
  events: Pick<Events, 'publish'>,
  { organization_id, user_id }: Pick<Scope, 'organization_id' | 'user_id'>,
): Promise<void> {
  await events.publish({ type: 'news', organization_id, project_id: null, user_id, data: {} });
}

function presentGroup({ group, sentence, path }: SaidNews, acts: Acts): NewsAnswer['data'][number] {
  const [latest] = group.items;
  return {
    ids: group.items.map(({ news_id }) => news_id),
    kind: group.kind,
    topic: topicOf(group.kind),
    sentence,
    comment: latest?.details.comment ?? null,
    project_id: latest?.project_id ?? null,
    project_name: group.kind === 'data' && group.items.length > 1 ? null : (latest?.project_name ?? null),
    path,
    date: group.date,
    acts: group.items.flatMap(({ source_id }) => acts.get(source_id) ?? []),
    read: group.read,
  };
}

/** News in groups and sentences, without what the caller does not reach: projects gone, lines out of her perimeter. */
export async function sayNews(needs: Needs, scope: Scope, rows: readonly NewsRow[]): Promise<SaidNews[]> {
  const projects = await reachedProjects(needs, scope, rows);
  const standing = await stillAsked(needs, scope, await stillTrue(needs, scope, rows), projects);
  const seen: News[] = [];
  for (const row of standing) {
    const project = projects.get(row.project_id ?? '');
    if (!maySee(scope, row, project)) continue;
    const there = await stillAway(needs, scope, newsOf(row, project?.name), project);
    const own = there && (await withinPerimeter(needs, scope, there, project));
    if (own) seen.push(own);
  }
  const said: SaidNews[] = [];
  for (const group of groupNews(seen)) {
    const project = projects.get(group.items[0]?.project_id ?? '');
    const ids = group.discount_ids;
    const named = project && ids.length > 0 && ids.length <= MAX_NAMED_LINES;
    const codes = named ? [...(await codesOf(needs.db, proveListed(scope, project), ids)).values()] : [];
    said.push({ group, project, sentence: newsSentence(group), path: newsPath(group, codes) });
  }
  return said;
}

/** The projects that news are about, as far as the caller reaches them. */
async function reachedProjects(
  { db, facts }: Needs,
  scope: Scope,
  rows: readonly NewsRow[],
): Promise<Map<string, ProjectRow>> {
  const named = new Set(rows.map(({ project_id }) => project_id));
  const reached = new Map<string, ProjectRow>();
  for (const row of await listProjects(db, scope)) {
    if (!named.has(row.project_id) || !reachesGroup(scope, row.project_group_id)) continue;
    const reach = scope.perimeter
      ? await reachOf(facts, proveListed(scope, row)).catch(() => 'none')
      : 'whole';
    if (reach !== 'none') reached.set(row.project_id, row);
  }
  return reached;
}

function maySee(scope: Scope, { project_id, kind }: NewsRow, project: ProjectRow | undefined): boolean {
  if (kind === 'late') return holdsPermission(scope.permissions, 'canImport');
  return project_id === null || project !== undefined;
}

/** Without the notices of data that had not arrived, once some have. */
async function stillTrue({ db }: Needs, scope: Scope, rows: readonly NewsRow[]): Promise<readonly NewsRow[]> {
  if (!rows.some(({ kind }) => kind === 'late')) return rows;
  const arrived = await lastArrival(db, scope);
  return rows.filter(
    ({ kind, happened_at }) => kind !== 'late' || arrived === null || arrived <= happened_at,
  );
}

/** Without what was submitted and is no longer to be signed: signed by somebody, sent back, taken back or replaced. */
async function stillAsked(
  { db }: Needs,
  scope: Scope,
  rows: readonly NewsRow[],
  projects: ReadonlyMap<string, ProjectRow>,
): Promise<readonly NewsRow[]> {
  const asked = rows.filter(({ kind }) => kind === 'submitted');
  const waiting = new Set<string | null>();
  for (const id of new Set(asked.map(({ project_id }) => project_id ?? ''))) {
    const project = projects.get(id);
    if (project?.submission_id)
      waiting.add(await submissionAct(db, proveListed(scope, project), project.submission_id));
  }
  return rows.filter(({ kind, source_id }) => kind !== 'submitted' || waiting.has(source_id));
}

/** A notice of lines that left, without those that came back since; null when none is away. */
async function stillAway(
  { db }: Needs,
  scope: Scope,
  news: News,
  project: ProjectRow | undefined,
): Promise<News | null> {
  if (news.kind !== 'departed' || !project) return news;
  const back = await returnedLineIds(db, proveListed(scope, project), news.source_id);
  const discount_ids = news.discount_ids.filter((id) => !back.has(id));
  const gone = news.discount_ids.length - discount_ids.length;
  if (discount_ids.length === 0 && gone > 0) return null;
  return { ...news, discount_ids, line_count: news.line_count - gone };
}

/** A news with the lines of the caller's perimeter alone; null when it was about others. */
async function withinPerimeter(
  needs: Needs,
  scope: Scope,
  news: News,
  project: ProjectRow | undefined,
): Promise<News | null> {
  if (!scope.perimeter || !project || news.discount_ids.length === 0) return news;
  const own = await seenLines(needs, proveListed(scope, project), news);
  if (own.length === 0) return null;
  // Of those beyond the first, nobody knows here whether they are hers.
  const at_least = news.line_count > news.discount_ids.length;
  return { ...news, discount_ids: own, line_count: own.length, at_least };
}

/** The lines that the caller reaches; of lines that left, no figures tell any more. */
async function seenLines(
  { db, facts }: Needs,
  project: ProjectScope,
  { kind, discount_ids }: News,
): Promise<string[]> {
  if (kind !== 'departed')
    return (await facts.use(project, (lines) => lines.lineIds({ line_ids: [...discount_ids] }))) ?? [];
  const codes = await codesOf(db, project, discount_ids);
  const lines = [...codes].map(([discount_id, item_group_id]) => ({ discount_id, item_group_id }));
  return (await seenOf(facts, project, lines)).map(({ discount_id }) => discount_id);
}

function newsOf(row: NewsRow, project_name: string | undefined): News {
  const { news_id, kind, project_id, actor_id, actor_name, line_count, discount_ids, source_id, details } =
    row;
  return {
    ...{ news_id, kind, project_id, actor_id, actor_name, line_count, discount_ids, source_id, details },
    project_name: project_name ?? null,
    date: row.happened_at.toISOString(),
    read: row.read_at !== null,
  };
}
