import type { RuleSummary } from '@palier/contract';
import type { Deps } from '../../deps.ts';
import { isAllowed, type ProjectScope } from '../../scope.ts';
import { projectVersions } from '../facts/index.ts';
import { planPrices } from '../plans/index.ts';
import { readProject } from '../projects/index.ts';
import { listRules } from './repository.ts';
import { summarizeRules } from './summary.ts';

type Needs = Pick<Deps, 'database' | 'facts'>;

/** Answers kept at most; the least recently asked for goes first. */
const MOST_KEPT = 100;

interface Kept {
  /** Of the project, when the answer was begun. */
  state: string;
  answer: Promise<RuleSummary>;
}

/** The summaries of this process: asked twice of the same state by readers who see the same, one is worked out once. */
export class RuleSummaries {
  readonly #deps: Needs;
  readonly #kept = new Map<string, Kept>();

  constructor(deps: Needs) {
    this.#deps = deps;
  }

  /** See `summarizeRules`. @throws 409 without data */
  async of(project: ProjectScope): Promise<RuleSummary> {
    const reader = readerOf(project);
    const state = await stateOf(this.#deps, project);
    const known = this.#kept.get(reader);
    const kept = known?.state === state ? known : { state, answer: summarizeRules(this.#deps, project) };
    this.#kept.delete(reader);
    this.#kept.set(reader, kept);
    for (const oldest of [...this.#kept.keys()].slice(0, -MOST_KEPT)) this.#kept.delete(oldest);
    if (kept === known) return kept.answer;
    try {
      const answer = await kept.answer;
      // What changed meanwhile may be in the answer already, or in part of it.
      if ((await stateOf(this.#deps, project)) !== state) this.#drop(reader, kept);
      return answer;
    } catch (error) {
      this.#drop(reader, kept);
      throw error;
    }
  }

  #drop(reader: string, kept: Kept): void {
    if (this.#kept.get(reader) === kept) this.#kept.delete(reader);
  }
}

/** Those who see the same lines and the same of costs are answered the same. */
function readerOf(project: ProjectScope): string {
  const { organization_id, project_id, perimeter = null } = project;
  return JSON.stringify([organization_id, project_id, perimeter, isAllowed(project, 'canSeeCosts')]);
}

/** All that a summary follows from: versions of decisions and facts, the rules, the project's row, the plan's prices. */
async function stateOf({ database }: Needs, project: ProjectScope): Promise<string> {
  const { db } = database;
  return JSON.stringify([
    await projectVersions(db, project),
    await listRules(db, project),
    await readProject(db, project, project.project_id),
    await planPrices(database, project),
  ]);
}
