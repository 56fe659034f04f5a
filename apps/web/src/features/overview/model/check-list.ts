import type { Project, ProjectStats } from '@palier/contract';
import {
  daysBetween,
  formatCompactMoney,
  formatShortDate,
  isObjectiveSet,
  type QueryTree,
} from '@palier/domain';
import { countOf, french } from '../../../lib/french.ts';

export type Check = { key: string; ok: boolean; text: string; filter?: QueryTree };

/** Days before the phase starts up to which the data are fresh enough to decide on. */
const freshDays = 10;

/** What should hold before the worked phase is validated; nothing here forbids it. */
export function checkList(
  project: Project,
  stats: ProjectStats,
  withoutCost: number | null,
  today: string,
): Check[] {
  const left = stats.discount_count - stats.discount_pct_reviewed_count;
  const ceiling = project.objective?.discount_pct_distribution_params?.discount_budget ?? null;
  const used = stats.discount_budget ?? null;
  const room = ceiling === null || used === null ? null : ceiling - used;
  const start = project.phases[project.working_phase ?? 0]?.start_date ?? today;
  const fresh = project.data_date ? daysBetween(project.data_date, start) <= freshDays : false;
  const checks: Check[] = [
    {
      key: 'objective',
      ok: isObjectiveSet(project.objective),
      text: isObjectiveSet(project.objective)
        ? 'Objectif de répartition fixé'
        : 'Objectif de répartition à fixer',
    },
    {
      key: 'data',
      ok: fresh,
      text: project.data_date
        ? `Stocks et ventes du ${formatShortDate(project.data_date, !fresh)}`
        : 'Stocks et ventes sans date',
    },
    ...(room === null
      ? []
      : [
          {
            key: 'budget',
            ok: room >= 0,
            text:
              room >= 0
                ? `Budget respecté, reste ${formatCompactMoney(room, project.catalog_currency)}`
                : `Budget dépassé de ${formatCompactMoney(-room, project.catalog_currency)}`,
          },
        ]),
    {
      key: 'review',
      ok: left === 0,
      text: left === 0 ? 'Tous les produits revus' : countOf(left, 'produit à revoir', 'produits à revoir'),
      filter: {
        combinator: 'and',
        rules: [{ field: 'discount_pct_reviewed', operator: 'equals', value: false }],
      },
    },
    ...(withoutCost === null
      ? []
      : [
          {
            key: 'cost',
            ok: withoutCost === 0,
            text:
              withoutCost === 0
                ? 'Coûts complets'
                : countOf(withoutCost, 'produit sans coût', 'produits sans coût'),
            filter: {
              combinator: 'and' as const,
              rules: [{ field: 'cost', operator: 'is_not_set' as const }],
            },
          },
        ]),
  ];
  return checks.map((check) => ({ ...check, text: french(check.text) }));
}
