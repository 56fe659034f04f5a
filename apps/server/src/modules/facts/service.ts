// Facts lent to a query with every decision acknowledged before it (docs/mechanisms/catch-up.md). Who takes part:
//   project.version    PostgreSQL's number of the last write of decisions
//   FactRegistry       finds the version to answer from, and catches up
//   Shelf              what this process has open; opens, lends, closes
//   ProjectFacts       one snapshot in DuckDB with its copy of the decisions
//   WarehouseReader    one version of an organisation's imported data
//   surplus.ts         which of them to close

import { isDeepStrictEqual } from 'node:util';
import {
  type FactStore,
  openFactStore,
  type ProjectFacts,
  type Scratch,
  type WarehouseReader,
} from '@palier/analytics';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/database.ts';
import type { ApiError } from '../../http/errors.ts';
import { type ProjectScope, type Scope, viewOf } from '../../scope.ts';
import { changedSince, presentDecision } from '../discounts/index.ts';
import { type FactFolders, snapshotPath, warehousePath } from '../folders/index.ts';
import { userNames } from '../organizations/index.ts';
import { type AskOnce, answersOf, askedOnce } from './answered-once.ts';
import { factsMissing, type Missing } from './missing.ts';
import { excludedChecks } from './quality.ts';
import { projectVersions, warehouseVersion } from './repository.ts';
import { Shelf } from './shelf.ts';

/** Facts joined with decisions, for every project and organisation that this process serves. */
export interface Facts {
  /**
   * The project's facts as there are for the caller (her perimeter's lines; no cost when she may see none), caught
   * up with every decision acknowledged before the call, which are those up to `version`; null before the first snapshot. Valid until `use` ends. @throws 503 facts_missing when its snapshot is not on the disk
   */
  use<T>(
    project: ProjectScope,
    work: (facts: ProjectFacts, version: number) => Promise<T>,
  ): Promise<T | null>;
  /** The organisation's published warehouse as there is for the caller; null before the first import. @throws 503 facts_missing */
  useWarehouse<T>(scope: Scope, work: (warehouse: WarehouseReader) => Promise<T>): Promise<T | null>;
  /** The same, as the organisation's projects count it: rows that came twice once, where their check is excluded. */
  useCounted<T>(scope: Scope, work: (warehouse: WarehouseReader) => Promise<T>): Promise<T | null>;
  /** What of a project's facts is not on the disk, of those that the database names. */
  missing(project: ProjectScope): Promise<Missing | null>;
  /** What this process has open. */
  opened(): { projects: number; lines: number };
  /** What the listings' DuckDB uses of the memory; 0 before the first query. */
  memoryBytes(): Promise<number>;
  /** Called when facts are found missing, at most once a minute for each. */
  onMissing(listener: (missing: FactsMissing) => void): void;
  close(): Promise<void>;
}

/** `project`: null when an organisation's imported data are missing. */
export interface FactsMissing {
  scope: Scope;
  project: ProjectScope | null;
  what: Missing;
}

const REPORT_EVERY_MS = 60_000;

interface Needs {
  db: Db;
  folders: FactFolders;
  scratch: Pick<Scratch, 'folder'>;
}

export function openFacts(needs: Needs, { listing_memory_mb }: Pick<Config, 'listing_memory_mb'>): Facts {
  return new FactRegistry(needs, `${listing_memory_mb}MB`);
}

class FactRegistry implements Facts {
  readonly #db: Db;
  readonly #folders: FactFolders;
  readonly #temp_folder: string;
  readonly #memory_limit: string;
  #store: Promise<FactStore> | null = null;
  readonly #projects: Shelf<ProjectFacts>;
  readonly #warehouses: Shelf<WarehouseReader>;
  readonly #reached = new WeakMap<ProjectFacts, number>();
  readonly #catchUps = new Map<string, Promise<void>>();
  readonly #answers = new WeakMap<ProjectFacts, AskOnce>();
  readonly #toldAt = new Map<string, number>();
  readonly #listeners: ((missing: FactsMissing) => void)[] = [];

  constructor({ db, folders, scratch }: Needs, memory_limit: string) {
    this.#db = db;
    this.#folders = folders;
    this.#projects = new Shelf(folders);
    this.#warehouses = new Shelf(folders);
    this.#temp_folder = scratch.folder;
    this.#memory_limit = memory_limit;
  }

  /** Opened at the first query: a process that only works on jobs never pays for it. */
  #opened(): Promise<FactStore> {
    this.#store ??= openFactStore({
      temp_folder: this.#temp_folder,
      folders: [this.#folders.root],
      memory_limit: this.#memory_limit,
    });
    return this.#store;
  }

  async use<T>(
    project: ProjectScope,
    work: (facts: ProjectFacts, version: number) => Promise<T>,
  ): Promise<T | null> {
    const versions = await projectVersions(this.#db, project);
    if (!versions || versions.snapshot_version === 0) return null;
    const path = snapshotPath(project.project_id, versions.snapshot_version);
    if (!(await this.#folders.has(path))) throw await this.#missingFacts(project, project);
    return this.#projects.lend({
      key: project.project_id,
      version: versions.snapshot_version,
      path,
      open: async (folder) =>
        (await this.#opened()).openProject({ project_id: project.project_id, folder, state: versions }),
      lines: (facts) => facts.line_count,
      work: async (facts) => {
        await facts.applyState(versions);
        await this.#catchUp(project, facts, versions.version);
        const view = viewOf(project);
        const own = view ? facts.viewed(view) : facts;
        // Until they are computed for the discounts offered now, its curves are those of others.
        if (!isDeepStrictEqual(versions.levels, facts.manifest().discount_levels))
          return work(own.withoutCurves(), versions.version);
        return work(askedOnce(own, this.#onceOf(facts), view), versions.version);
      },
      whenGone: () => this.#missingFacts(project, project),
    });
  }

  /** The answers of an open project: they go with it. */
  #onceOf(facts: ProjectFacts): AskOnce {
    const once = this.#answers.get(facts) ?? answersOf(facts.edition);
    this.#answers.set(facts, once);
    return once;
  }

  async missing(project: ProjectScope): Promise<Missing | null> {
    const versions = await projectVersions(this.#db, project);
    if (!versions || versions.snapshot_version === 0) return null;
    const path = snapshotPath(project.project_id, versions.snapshot_version);
    const hasWarehouse = await this.#hasWarehouse(project);
    if (await this.#folders.has(path)) return hasWarehouse ? null : 'warehouse';
    return hasWarehouse ? 'snapshot' : 'all';
  }

  async #hasWarehouse(scope: Scope): Promise<boolean> {
    const version = await warehouseVersion(this.#db, scope);
    return version === 0 || this.#folders.has(warehousePath(scope.organization_id, version));
  }

  opened(): { projects: number; lines: number } {
    const { count, lines } = this.#projects.opened();
    return { projects: count, lines };
  }

  async memoryBytes(): Promise<number> {
    return (await (await this.#store)?.memoryBytes()) ?? 0;
  }

  onMissing(listener: (missing: FactsMissing) => void): void {
    this.#listeners.push(listener);
  }

  /** The fault to answer with; also notifies those who can mend it. */
  async #missingFacts(scope: Scope, project: ProjectScope | null): Promise<ApiError> {
    const what = project === null ? 'warehouse' : (await this.#hasWarehouse(scope)) ? 'snapshot' : 'all';
    const key = project?.project_id ?? scope.organization_id;
    const now = performance.now();
    if (now - (this.#toldAt.get(key) ?? Number.NEGATIVE_INFINITY) >= REPORT_EVERY_MS) {
      this.#toldAt.set(key, now);
      for (const listener of this.#listeners) listener({ scope, project, what });
    }
    return factsMissing(what);
  }

  /** One reader at a time brings the copy up to date; those who wait for it then look again. */
  async #catchUp(project: ProjectScope, facts: ProjectFacts, version: number): Promise<void> {
    while (this.#reachedBy(facts) < version) {
      const running = this.#catchUps.get(facts.folder);
      if (running) {
        await running;
        continue;
      }
      const task = this.#readDecisions(project, facts);
      this.#catchUps.set(facts.folder, task);
      try {
        await task;
      } finally {
        this.#catchUps.delete(facts.folder);
      }
      return; // everything committed before this read is in, even if a version touched no line
    }
  }

  async #readDecisions(project: ProjectScope, facts: ProjectFacts): Promise<void> {
    const { version, rows } = await changedSince(this.#db, project, this.#reachedBy(facts));
    if (rows.length > 0) {
      // By name, since people filter and group by names, not by ids.
      const names = await userNames(this.#db, project);
      await facts.applyDecisions(
        rows.map((row) => {
          const decision = presentDecision(row);
          const user = decision.discount_pct_update_user;
          return { ...decision, discount_pct_update_user: user && (names.get(user) ?? user) };
        }),
      );
    }
    this.#reached.set(facts, version);
  }

  /** The version that a copy is of: the last that it was asked about, whose lines may all be older. */
  #reachedBy(facts: ProjectFacts): number {
    return Math.max(this.#reached.get(facts) ?? 0, Number(facts.decisionVersion()));
  }

  async useWarehouse<T>(scope: Scope, work: (warehouse: WarehouseReader) => Promise<T>): Promise<T | null> {
    const version = await warehouseVersion(this.#db, scope);
    if (version === 0) return null;
    const path = warehousePath(scope.organization_id, version);
    if (!(await this.#folders.has(path))) throw await this.#missingFacts(scope, null);
    return this.#warehouses.lend({
      key: scope.organization_id,
      version,
      path,
      open: async (folder) => (await this.#opened()).openWarehouse(folder),
      work: (warehouse) => {
        const view = viewOf(scope);
        return work(view ? warehouse.viewed(view) : warehouse);
      },
      whenGone: () => this.#missingFacts(scope, null),
    });
  }

  async useCounted<T>(scope: Scope, work: (warehouse: WarehouseReader) => Promise<T>): Promise<T | null> {
    const excluded = await excludedChecks(this.#db, scope);
    return this.useWarehouse(scope, async (warehouse) => work(await warehouse.counting(excluded)));
  }

  async close(): Promise<void> {
    await this.#projects.close();
    await this.#warehouses.close();
    await (await this.#store)?.close();
  }
}
