import { CancelledError, type LineSelection, type ProjectFacts, withinTime } from '@palier/analytics';
import type { GroupPage, Line, LinePage } from '@palier/domain';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../http/errors.ts';
import type { ProjectScope } from '../../scope.ts';
import { activityLineIds } from '../activities/index.ts';
import { userNames } from '../organizations/index.ts';
import { ruleNames } from '../rules/index.ts';
import { type LineContext, presentLine } from './present.ts';
import { closedPhases, lineOptimizations } from './repository.ts';
import { type SelectionParams, toSelection } from './selection.ts';

type Needs = Pick<Deps, 'database' | 'facts' | 'pictures'>;

/** Longest that a question of the listing may take. */
const QUERY_LIMIT_MS = 30_000;

/** The statements of a question that lasts too long stop: nobody waits for their answer. @throws 503 timeout */
async function answerInTime<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await withinTime(QUERY_LIMIT_MS, ask);
  } catch (error) {
    throw error instanceof CancelledError ? new ApiError('timeout') : error;
  }
}

/** Reads of a project's lines, as the listing, the panels and the exports show them. */
export class Listing {
  readonly #deps: Needs;

  constructor(deps: Needs) {
    this.#deps = deps;
  }

  selection(project: ProjectScope, params: SelectionParams): Promise<LineSelection> {
    return toSelection(params, project, (owner, id) => activityLineIds(this.#deps.database.db, owner, id));
  }

  /** Runs a query on the project's facts; null when it has none yet. @throws 503 timeout when the query takes too long */
  async read<T>(project: ProjectScope, query: (facts: ProjectFacts) => Promise<T>): Promise<T | null> {
    return this.#deps.facts.use(project, (facts) => answerInTime(() => query(facts)));
  }

  /** As `read`, with the version of the decisions that the answer has. */
  async readShown<T extends object>(
    project: ProjectScope,
    query: (facts: ProjectFacts) => Promise<T>,
  ): Promise<(T & { version: number }) | null> {
    return this.#deps.facts.use(project, async (facts, version) => ({
      ...(await answerInTime(() => query(facts))),
      version,
    }));
  }

  /** A query that may last, such as an export. @throws 409 snapshot_missing */
  async query<T>(project: ProjectScope, query: (facts: ProjectFacts) => Promise<T>): Promise<T> {
    const answer = await this.#deps.facts.use(project, query);
    if (answer === null) throw new ApiError('snapshot_missing');
    return answer;
  }

  /** `_id` of the lines of a selection. */
  async ids(project: ProjectScope, params: SelectionParams): Promise<string[]> {
    const selection = await this.selection(project, params);
    return (await this.read(project, (facts) => facts.lineIds(selection))) ?? [];
  }

  async presentPage(project: ProjectScope, page: LinePage): Promise<LinePage> {
    return { ...page, data: await this.presentLines(project, page.data) };
  }

  /** Groups whose picture opens. */
  presentGroups(project: ProjectScope, page: GroupPage): GroupPage {
    const { pictures } = this.#deps;
    const data = page.data.map((group) =>
      group.image_url
        ? { ...group, image_url: pictures.url(project.organization_id, group.image_url) }
        : group,
    );
    return { ...page, data };
  }

  /** Several pages; what PostgreSQL knows of their lines is read once for all of them. */
  async presentPages(project: ProjectScope, pages: readonly LinePage[]): Promise<LinePage[]> {
    const lines = await this.presentLines(
      project,
      pages.flatMap(({ data }) => data),
    );
    let start = 0;
    return pages.map((page) => {
      const data = lines.slice(start, start + page.data.length);
      start += page.data.length;
      return { ...page, data };
    });
  }

  /** Lines with what PostgreSQL alone knows: history, runs of the optimiser, names, pictures. */
  async presentLines(project: ProjectScope, rows: readonly Line[]): Promise<Line[]> {
    if (rows.length === 0) return [];
    const { db } = this.#deps.database;
    const ids = rows.map((row) => row._id);
    const context: LineContext = {
      optimizations: await lineOptimizations(db, project, ids),
      closed_phases: await closedPhases(db, project, ids),
      user_names: await userNames(db, project),
      rule_names: await ruleNames(db, project),
      pictureUrl: (image) => this.#deps.pictures.url(project.organization_id, image),
    };
    return rows.map((row) => presentLine(row, context));
  }

  /** One line as the listing shows it. @throws 404 */
  async line(project: ProjectScope, id: string): Promise<Line> {
    const row = await this.query(project, (facts) => facts.line(id));
    const [line] = row ? await this.presentLines(project, [row]) : [];
    if (!line) throw new ApiError('not_found', 'Cette ligne est introuvable.');
    return line;
  }

  /** Several lines, in the order of the facts. */
  async lines(project: ProjectScope, ids: readonly string[]): Promise<Line[]> {
    if (ids.length === 0) return [];
    const rows: Line[] = [];
    await this.read(project, async (facts) => {
      for await (const batch of facts.rows({ line_ids: [...ids] })) rows.push(...batch);
    });
    return this.presentLines(project, rows);
  }
}
