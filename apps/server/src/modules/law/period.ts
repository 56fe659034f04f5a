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

/** What the law's rules are read with in a project; null where it sells abroad alone, or where no phase is worked. */
export async function readLawPeriod(
  needs: Needs,
  project: ProjectScope,
  row: ProjectRow,
): Promise<LawPeriod | null> {
  const worked = row.working_phase;
  const first_day = worked === null ? undefined : row.phases[worked]?.start_date;
  if (worked === null || first_day === undefined) return null;
  const departments = await readDepartments(needs, project, row);
  if (departments.length === 0) return null;
  const soldes = soldesPhases(row);
  const began = soldes.find((phase) => phase <= worked) ?? worked;
  return {
    policy: await organizationLaw(needs.database.db, project),
    first_day,
    is_soldes: soldes.includes(worked),
    goods_day: soldesGoodsDay(row.phases[began]?.start_date ?? first_day, departments),
    faults: soldesFaults(row, departments).filter(({ phase }) => phase === worked),
  };
}
