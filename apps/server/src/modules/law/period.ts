import {
  departmentsOf,
  type LawPeriod,
  mayResellAtLoss,
  soldesFaults,
  soldesGoodsDay,
  soldesPhases,
} from '@palier/domain';
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
  if (phase === null) return null;
  const of = await periodsOf(needs, project, row);
  return of?.(phase) ?? null;
}

/** The same of each phase left, the worked one first; none where the project sells abroad alone, or is closed. */
export async function readLawPeriods(
  needs: Needs,
  project: ProjectScope,
  row: ProjectRow,
): Promise<LawPeriod[]> {
  const { working_phase: worked } = row;
  if (worked === null) return [];
  const of = await periodsOf(needs, project, row);
  return row.phases.slice(worked).flatMap((_, left) => of?.(worked + left) ?? []);
}

/**
 * Phases left, from the worked one on, that may not resell at a loss: up to the last that is no soldes within their dates,
 * since a discount never goes back. All of them where the project sells abroad alone, which knows no soldes.
 */
export async function phasesWithoutLoss(
  needs: Needs,
  project: ProjectScope,
  row: ProjectRow,
): Promise<number> {
  const periods = await readLawPeriods(needs, project, row);
  if (periods.length === 0) return row.phases.length;
  return periods.findLastIndex((period) => !mayResellAtLoss(period)) + 1;
}

/** What the rules are read with by phase; null where the project sells abroad alone. */
async function periodsOf(
  needs: Needs,
  project: ProjectScope,
  row: ProjectRow,
): Promise<((phase: number) => LawPeriod | null) | null> {
  const departments = await readDepartments(needs, project, row);
  if (departments.length === 0) return null;
  const policy = await organizationLaw(needs.database.db, project);
  const soldes = soldesPhases(row);
  const faults = soldesFaults(row, departments);
  return (phase) => {
    const first_day = row.phases[phase]?.start_date;
    if (first_day === undefined) return null;
    const began = soldes.find((one) => one <= phase) ?? phase;
    return {
      ...{ policy, first_day, is_soldes: soldes.includes(phase) },
      goods_day: soldesGoodsDay(row.phases[began]?.start_date ?? first_day, departments),
      faults: faults.filter((fault) => fault.phase === phase),
    };
  };
}
