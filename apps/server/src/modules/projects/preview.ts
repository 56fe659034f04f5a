import { selectedProducts } from '@palier/analytics';
import type { SelectionEffect } from '@palier/contract';
import { NEW_PROJECT } from '@palier/domain';
import { definedOf } from '../../defined.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../http/errors.ts';
import { today } from '../../local-time.ts';
import type { Scope } from '../../scope.ts';
import { excludedChecks, MISSING_SENTENCES, warehouseVersion } from '../facts/index.ts';
import { warehousePath, withFolder } from '../folders/index.ts';
import { dataDate, snapshotProject } from '../snapshots/index.ts';
import { chosenByProduct, productsOf } from './preview-lines.ts';
import type { ProjectRow } from './repository.ts';
import { type ChangedProject, openReached, readProject } from './service.ts';

type Needs = Pick<Deps, 'database' | 'facts' | 'folders' | 'scratch'>;

/**
 * What a project would take with these values, and what comes in and goes out of the one that is changed: the same
 * stages choose its lines when it is saved. @throws 404, 400 invalid_query
 */
export async function previewSelection(
  deps: Needs,
  scope: Scope,
  { _id, ...changes }: ChangedProject & { _id: string | null },
): Promise<SelectionEffect> {
  const { db } = deps.database;
  const project = _id === null ? null : await openReached(deps, scope, _id);
  const row = _id === null ? newRow(scope) : await readProject(db, scope, _id);
  const version = await warehouseVersion(db, scope);
  const phases = (changes.phases ?? row.phases).map(({ name = null, start_date }) => ({ name, start_date }));
  const wanted = { ...row, ...definedOf(changes), phases };
  const taken = version === 0 ? [] : await wouldTake(deps, scope, wanted, version);
  if (!project) return effectOf(taken, { now: new Set(), chosen: new Map() });
  return effectOf(taken, {
    now: await productsOf(deps.facts, project),
    chosen: await chosenByProduct(db, project),
  });
}

async function wouldTake(deps: Needs, scope: Scope, row: ProjectRow, version: number): Promise<string[]> {
  const source = warehousePath(scope.organization_id, version);
  const taken = await withFolder(deps.folders, source, async (folder) =>
    selectedProducts({
      ...{ warehouse_folder: folder, temp_folder: deps.scratch.folder },
      project: snapshotProject(row, await dataDate(folder)),
      excluded_checks: await excludedChecks(deps.database.db, scope),
    }),
  );
  if (!taken) throw new ApiError('facts_missing', MISSING_SENTENCES.warehouse, { missing: 'warehouse' });
  if (!scope.perimeter) return taken;
  return (await deps.facts.useWarehouse(scope, (warehouse) => warehouse.products(taken))) ?? [];
}

interface Known {
  /** Products that the project has now. */
  now: ReadonlySet<string>;
  /** Every product that it ever had, and whether its discount was chosen by hand. */
  chosen: ReadonlyMap<string, boolean>;
}

function effectOf(taken: readonly string[], { now, chosen }: Known): SelectionEffect {
  const then = new Set(taken);
  const entering = taken.filter((id) => !now.has(id));
  const returning = entering.filter((id) => chosen.has(id));
  const leaving = [...now].filter((id) => !then.has(id));
  const isChosen = (id: string): boolean => chosen.get(id) === true;
  return {
    item_group_count: taken.length,
    entering_count: entering.length,
    returning_count: returning.length,
    returning_chosen_count: returning.filter(isChosen).length,
    leaving_count: leaving.length,
    leaving_chosen_count: leaving.filter(isChosen).length,
  };
}

/** A project that is not made yet: only what chooses its products matters. */
function newRow({ organization_id, user_id }: Scope): ProjectRow {
  const now = new Date();
  return {
    ...{ project_id: '', organization_id, name: '', section: null, project_group_id: null },
    ...{ is_project_group_leader: false, pilot_user_id: null, data_date: null, season_start_date: null },
    ...{ end_date: today(now), phases: [], working_phase: null },
    ...{ accounting_currency: 'EUR', catalog_currency: 'EUR', catalog: { include_stock_on_order: false } },
    ...{ discount_pct_range: [...NEW_PROJECT.discount_pct_range], discount_step: NEW_PROJECT.discount_step },
    ...{ objective: null, use_third_party_forecast: true, residual_value: null, never_below_cost: false },
    ...{ has_series: false, has_optimizations: false, selection: {}, version: 0, snapshot_version: 0 },
    ...{ submission_id: null, series_version: null },
    ...{
      deleted_at: null,
      deleted_by: null,
      snapshot_summary: null,
      created_by: user_id,
      created_at: now,
      updated_at: now,
    },
  };
}
