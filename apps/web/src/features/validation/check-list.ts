import type { Project, ProjectStats } from '@palier/contract';
import { daysBetween, formatShortDate, isObjectiveSet, LACK_TEXTS, type QueryTree } from '@palier/domain';
import { budgetRoom } from '../../lib/budget-room.ts';
import { countOf, french } from '../../lib/french.ts';

export interface Check {
  key: string;
  ok: boolean;
  text: string;
  /** The products to look at when it is not ok. */
  filter?: QueryTree;
}

/** What the checks are made from; null is not known (yet). */
export interface CheckedFigures {
  stats: ProjectStats | null;
  withoutCost: number | null;
  /** Edits of this browser that the server has not acknowledged. */
  unsent: number;
  /** YYYY-MM-DD. */
  today: string;
}

/** Days before the phase starts up to which the data are fresh enough to decide on. */
const freshDays = 10;

const toReview: QueryTree = {
  combinator: 'and',
  rules: [{ field: 'discount_pct_reviewed', operator: 'equals', value: false }],
};

export const withoutCostFilter: QueryTree = {
  combinator: 'and',
  rules: [{ field: 'cost', operator: 'is_not_set' }],
};

/** Whether it is kept is the server's to say. */
function objectiveCheck(project: Project): Check | null {
  if (isObjectiveSet(project.objective)) return null;
  return { key: 'objective', ok: false, text: 'Objectif de répartition à fixer' };
}

function dataCheck({ data_date, phases, working_phase, snapshot }: Project, today: string): Check {
  // What was never imported has no day.
  if (snapshot?.lacks) return { key: 'data', ok: false, text: LACK_TEXTS[snapshot.lacks].title };
  const start = phases[working_phase ?? 0]?.start_date ?? today;
  const ok = data_date ? daysBetween(data_date, start) <= freshDays : false;
  const text = data_date
    ? `Stocks et ventes du ${formatShortDate(data_date, !ok)}`
    : 'Stocks et ventes sans date';
  return { key: 'data', ok, text };
}

function budgetCheck(project: Project, stats: ProjectStats | null): Check | null {
  const room = budgetRoom(project, stats?.discount_budget ?? null, 'phase');
  if (!room) return null;
  const ok = room.left >= 0;
  return { key: 'budget', ok, text: ok ? `Budget respecté, ${room.text}` : `Budget ${room.text}` };
}

/** Products of the whole project that are still to be reviewed, whatever a screen shows of it; null when not known. */
export function leftToReview(stats: ProjectStats | null): number | null {
  return stats && stats.discount_count - stats.discount_pct_reviewed_count;
}

function reviewCheck(stats: ProjectStats | null): Check {
  const left = leftToReview(stats);
  if (left === null)
    return { key: 'review', ok: false, text: 'Nombre de produits à revoir inconnu pour l’instant' };
  const text =
    left === 0
      ? 'Tous les produits du projet sont revus'
      : countOf(left, 'produit du projet à revoir', 'produits du projet à revoir');
  return { key: 'review', ok: left === 0, text, filter: toReview };
}

function costCheck(without: number | null): Check | null {
  if (without === null) return null;
  const text = without === 0 ? 'Coûts complets' : countOf(without, 'produit sans coût', 'produits sans coût');
  return { key: 'cost', ok: without === 0, text, filter: withoutCostFilter };
}

function unsentCheck(unsent: number): Check | null {
  if (unsent === 0) return null;
  const text = countOf(
    unsent,
    'modification n’est pas encore enregistrée',
    'modifications ne sont pas encore enregistrées',
  );
  return { key: 'unsent', ok: false, text };
}

/** What should be so before the worked phase is validated; edits still on their way alone forbid it. */
export function checkList(project: Project, figures: CheckedFigures): Check[] {
  const { stats, withoutCost, unsent, today } = figures;
  return [
    objectiveCheck(project),
    dataCheck(project, today),
    budgetCheck(project, stats),
    reviewCheck(stats),
    costCheck(withoutCost),
    unsentCheck(unsent),
  ].flatMap((check) => (check ? [{ ...check, text: french(check.text) }] : []));
}
