import type { Project } from '@palier/contract';
import type { ForecastFamily, Group } from '@palier/domain';
import type { Db } from '../../db/database.ts';
import { type ProjectScope, viewOf } from '../../scope.ts';
import { type Facts, projectVersions } from '../facts/index.ts';
import type { ProjectRow } from './repository.ts';

type Overview = NonNullable<Project['overview']>;

const MOST_KEPT = 5000;

/**
 * Key figures of the included products of projects, kept as long as neither their snapshot, their decisions nor the
 * value of what is left unsold have moved.
 * Figures that cannot be had leave the project without them rather than the list without the project.
 */
export class Overviews {
  readonly #db: Db;
  readonly #facts: Facts;
  /** By project and view: those of a few perimeters, forgotten together when they are many. */
  readonly #kept = new Map<string, { key: string; value: Overview }>();

  constructor(db: Db, facts: Facts) {
    this.#db = db;
    this.#facts = facts;
  }

  async of(project: ProjectScope, row: ProjectRow): Promise<Overview | null> {
    if (row.snapshot_version === 0) return null;
    const key = JSON.stringify(await projectVersions(this.#db, project));
    const place = JSON.stringify([project.project_id, viewOf(project)]);
    const kept = this.#kept.get(place);
    if (kept?.key === key) return kept.value;
    const value = await this.#facts
      .use(project, async (facts) => presentOverview(await facts.summary({ included: true })))
      .catch(() => null);
    if (this.#kept.size >= MOST_KEPT) this.#kept.clear();
    if (value) this.#kept.set(place, { key, value });
    return value;
  }
}

function presentOverview(summary: Group): Overview {
  return {
    discount_count: summary.discount_count,
    included_count: summary.included_count,
    discount_pct_reviewed_count: summary.discount_pct_reviewed_count,
    discount_pct_user_count: summary.discount_pct_user_count,
    stock_qty: summary.stock_qty ?? null,
    stock_retail_value: summary.stock_retail_value ?? null,
    stock_cost_value: summary.stock_cost_value ?? null,
    discount_budget: summary.discount_budget ?? null,
    phase_forecast: figures(summary.phase_forecast),
    forecast: figures(summary.forecast),
    discount_pct_distribution: summary.discount_pct_distribution,
  };
}

function figures(family: ForecastFamily | null | undefined): Record<string, number | null> {
  return Object.fromEntries(Object.entries(family ?? {}).map(([name, figure]) => [name, figure ?? null]));
}
