import type { ProjectFacts } from '@palier/analytics';
import {
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
import type { ProjectScope } from '../../scope.ts';
import { readLawPeriod } from '../law/index.ts';
import { organizationLaw } from '../organizations/index.ts';
import type { ProjectRow } from '../projects/index.ts';

type Needs = Pick<Deps, 'database' | 'facts'>;

async function countLines(facts: ProjectFacts, filter: QueryTree): Promise<LawCount> {
  const fields = ['phase_forecast.sales'];
  const total = await facts.summary({ included: true, filter, fields });
  return { count: total.discount_count, sales: readNumber(total, 'phase_forecast.sales') };
}

async function countAll(
  needs: Needs,
  project: ProjectScope,
  goodsDay: string,
): Promise<Record<LawCountKey, LawCount> | null> {
  const filters = lawFilters(goodsDay);
  return needs.facts.use(project, async (facts) => {
    const count = (key: LawCountKey): Promise<LawCount> => countLines(facts, filters[key]);
    return {
      unproven: await count('unproven'),
      unknown: await count('unknown'),
      till: await count('till'),
      recent: await count('recent'),
      unlike: await count('unlike'),
      less: await count('less'),
      none: await count('none'),
      goods: await count('goods'),
      undated: await count('undated'),
      below: await count('below'),
    };
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

/**
 * Refuses the validation of a phase that the organisation's rules block.
 * @returns whether they block anything: a decision meanwhile would make the answer old
 * @throws 422 with what blocks it
 */
export async function requireLawful(needs: Needs, project: ProjectScope, row: ProjectRow): Promise<boolean> {
  const policy = await organizationLaw(needs.database.db, project);
  if (!Object.values(policy).includes('block')) return false;
  const checks = await readLawChecks(needs, project, row);
  const [first, ...others] = checks.filter(({ state }) => state === 'blocked');
  if (!first) return true;
  const worked = row.working_phase ?? 0;
  const more = others.length === 0 ? '' : ` et ${others.length} autre${others.length > 1 ? 's' : ''}`;
  throw refused(
    `Les règles de l’enseigne bloquent la validation de « ${phaseLabel(row.phases[worked], worked)} » : ${first.text}${more}.`,
  );
}
