import { departmentsOf, type LawPeriod, soldesFaults, soldesGoodsDay, soldesPhases } from '@palier/domain';
import type { Deps } from '../../deps.ts';
import type { ProjectScope } from '../../scope.ts';
import { nullIfMissing } from '../facts/index.ts';
import { organizationLaw } from '../organizations/index.ts';
import type { ProjectRow } from '../projects/index.ts';

type Needs = Pick<Deps, 'database' | 'facts'>;

/** Départements of the places that the project takes; [] where all are abroad. */
async function readDepartments(
  { facts }: Needs,
  project: ProjectScope,
  { selection }: Pick<ProjectRow, 'selection'>,
): Promise<(string | null)[]> {
  const places = await facts
    .useWarehouse(project, (warehouse) => warehouse.salesLocations())
    .catch(nullIfMissing);
  return departmentsOf(places ?? [], selection.sales_locations ?? []);
}

/**
 * What the law's rules are read with in a phase of a project, the worked one unless told; null where it sells abroad
 * alone, or where there is no such phase.
 */
export async function readLawPeriod(
  needs: Needs,
  project: ProjectScope,
  row: ProjectRow,
  phase = row.working_phase,
): Promise<LawPeriod | null> {
  const first_day = phase === null ? undefined : row.phases[phase]?.start_date;
  if (phase === null || first_day === undefined) return null;
  const departments = await readDepartments(needs, project, row);
  if (departments.length === 0) return null;
  const soldes = soldesPhases(row);
  const began = soldes.find((one) => one <= phase) ?? phase;
  return {
    policy: await organizationLaw(needs.database.db, project),
    first_day,
    is_soldes: soldes.includes(phase),
    goods_day: soldesGoodsDay(row.phases[began]?.start_date ?? first_day, departments),
    faults: soldesFaults(row, departments).filter((fault) => fault.phase === phase),
  };
}
