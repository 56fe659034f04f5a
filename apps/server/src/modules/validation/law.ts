import type { ProjectFacts } from '@palier/analytics';
import {
  LAW_COUNTS,
  LAW_RULE_KEYS,
  type LawCount,
  type LawCountKey,
  type LawFacts,
  lawCheck,
  lawFilters,
  phaseLabel,
  type QueryTree,
  readNumber,
  type ValidationCheck,
} from '@palier/domain';
import type { Deps } from '../../deps.ts';
import { refused } from '../../http/errors.ts';
import { isAllowed, knowingCosts, type ProjectScope } from '../../scope.ts';
import { readLawPeriod } from '../law/index.ts';
import { organizationLaw } from '../organizations/index.ts';
import type { ProjectRow } from '../projects/index.ts';

type Needs = Pick<Deps, 'database' | 'facts'>;

const FIELDS = ['phase_forecast.sales'];

/** Of the products that a rule speaks of; `withExcluded`: those that are left out at a price marked down before too. */
async function countLines(facts: ProjectFacts, filter: QueryTree, withExcluded: boolean): Promise<LawCount> {
  const total = await facts.summary({ included: true, filter, fields: FIELDS });
  const counted = { count: total.discount_count, sales: readNumber(total, 'phase_forecast.sales') };
  if (!withExcluded) return counted;
  const all = await facts.summary({ filter, fields: FIELDS });
  return {
    count: all.discount_count,
    sales: readNumber(all, 'phase_forecast.sales'),
    excluded: all.discount_count - counted.count,
  };
}

/** Products left out of the phase whose price marked down before stands: it is still announced. */
const CARRIED: QueryTree = {
  combinator: 'and',
  rules: [
    { field: 'included', operator: 'equals', value: false },
    { field: 'announcement', operator: 'is_set' },
  ],
};

async function countAll(
  needs: Needs,
  project: ProjectScope,
  goodsDay: string,
): Promise<Record<LawCountKey, LawCount> | null> {
  const filters = lawFilters(goodsDay);
  return needs.facts.use(project, async (facts) => {
    const { discount_count: carried } = await facts.summary({ filter: CARRIED });
    const counts: [LawCountKey, LawCount][] = [];
    for (const key of LAW_COUNTS) counts.push([key, await countLines(facts, filters[key], carried > 0)]);
    return Object.fromEntries(counts) as Record<LawCountKey, LawCount>;
  });
}

/** What the law says of the worked phase; nothing where the project sells abroad alone, or where no phase is worked. */
export async function readLawChecks(
  needs: Needs,
  project: ProjectScope,
  row: ProjectRow,
): Promise<ValidationCheck[]> {
  const period = await readLawPeriod(needs, project, row);
  const counts = period && (await countAll(needs, project, period.goods_day));
  if (!period || counts === null) return [];
  const facts: LawFacts = { ...period, counts, currency: row.catalog_currency };
  return LAW_RULE_KEYS.flatMap((key) => lawCheck(key, facts) ?? []);
}

const OF_COSTS = 'des prix au regard de coûts qui ne vous sont pas montrés';

/**
 * Refuses the validation of a phase that the organisation's rules block.
 * @returns whether they block anything: a decision meanwhile would make the answer old
 * @throws 422 with what blocks it
 */
export async function requireLawful(needs: Needs, project: ProjectScope, row: ProjectRow): Promise<boolean> {
  const policy = await organizationLaw(needs.database.db, project);
  if (!Object.values(policy).includes('block')) return false;
  // Judged with costs, whoever validates; what is said of them is not for all.
  const checks = await readLawChecks(needs, knowingCosts(project), row);
  const [first, ...others] = checks.filter(({ state }) => state === 'blocked');
  if (!first) return true;
  const worked = row.working_phase ?? 0;
  const isSaid = first.key !== 'below_known_cost' || isAllowed(project, 'canSeeCosts');
  const more = others.length === 0 ? '' : ` et ${others.length} autre${others.length > 1 ? 's' : ''}`;
  throw refused(
    `Les règles de l’enseigne bloquent la validation de « ${phaseLabel(row.phases[worked], worked)} » : ${isSaid ? first.text : OF_COSTS}${more}.`,
  );
}
