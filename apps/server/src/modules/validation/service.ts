import {
  belowCostCheck,
  changedCheck,
  DEARER_PRODUCTS,
  departedCheck,
  distributionCheck,
  distributionShares,
  doubtfulCheck,
  gapsCheck,
  type LawRuleKey,
  meritCheck,
  phaseInSentence,
  phaseLabel,
  priceRiseCheck,
  readNumber,
  VALIDATION_CHECKS,
  type ValidationCheck,
} from '@palier/domain';
import type { Deps } from '../../deps.ts';
import { isAllowed, knowingCosts, type ProjectScope } from '../../scope.ts';
import { awayLines } from '../departures/index.ts';
import { openFindings } from '../imports/index.ts';
import { type ProjectRow, readProject } from '../projects/index.ts';
import { type PhaseFigures, readPhaseFigures } from './figures.ts';
import { readLawChecks } from './law.ts';

type Needs = Pick<Deps, 'database' | 'facts'>;

/** What the checks are made from. */
interface Checked extends PhaseFigures {
  project: ProjectRow;
  findings: Awaited<ReturnType<typeof openFindings>>;
  law: readonly ValidationCheck[];
  rises: PriceRises | null;
  /** Decided in the worked phase, and in the figures no more. */
  departed: Awaited<ReturnType<typeof awayLines>>;
}

/** Products that would be dearer than in the phase before, and the largest rise. */
interface PriceRises {
  before: string;
  count: number;
  /** Those of them that are left out of the phase. */
  excluded: number;
  largest: number | null;
}

/** What each line of the check list says; null where there is nothing to say. */
const CHECKS: Readonly<Record<ValidationCheck['key'], (checked: Checked) => ValidationCheck | null>> = {
  merit: ({ loss, project }) => loss && meritCheck(loss, project.accounting_currency),
  distribution: ({ project, total }) =>
    total && distributionCheck(project.objective, distributionShares(total.discount_pct_distribution)),
  below_cost: ({ loss }) => loss && belowCostCheck(loss),
  price_rises: ({ rises, project }) => rises && priceRiseCheck(rises, rises.before, project.catalog_currency),
  changed_since_review: ({ total }) => total && changedCheck(total.changed_since_review_count),
  departed: ({ departed }) => departedCheck(departed),
  control_gaps: ({ gaps }) => gapsCheck(gaps),
  doubtful_data: ({ findings }) => doubtfulCheck(findings),
  prior_price: legal('prior_price'),
  announced_pct: legal('announced_pct'),
  soldes_dates: legal('soldes_dates'),
  soldes_goods: legal('soldes_goods'),
  below_known_cost: legal('below_known_cost'),
};

function legal(key: LawRuleKey): (checked: Checked) => ValidationCheck | null {
  return ({ law }) => law.find((check) => check.key === key) ?? null;
}

/** What speaks of margins and costs: not said to who may not see them. */
const OF_COSTS: readonly ValidationCheck['key'][] = ['merit', 'below_cost', 'below_known_cost'];

/**
 * The lines of the worked phase's check list, in their order; none when no phase is worked. Its version is of before they
 * were read: what changes meanwhile is not validated on them.
 */
export async function readChecks(
  deps: Needs,
  project: ProjectScope,
): Promise<{ version: number; data: ValidationCheck[] }> {
  const row = await readProject(deps.database.db, project, project.project_id);
  const { version } = row;
  if (row.working_phase === null) return { version, data: [] };
  // Worked out with costs whoever asks: what is said of them is left out below.
  const figures = await readPhaseFigures(deps, knowingCosts(project), row);
  const findings = await openFindings(deps.database.db, project);
  const law = await readLawChecks(deps, knowingCosts(project), row);
  const rises = await readRises(deps, project, row, row.working_phase);
  const departed = (await awayLines({ db: deps.database.db, facts: deps.facts }, project)).filter(
    ({ project_phase }) => project_phase === row.working_phase,
  );
  const checked: Checked = { project: row, ...figures, findings, law, rises, departed };
  const said = isAllowed(project, 'canSeeCosts')
    ? VALIDATION_CHECKS
    : VALIDATION_CHECKS.filter((key) => !OF_COSTS.includes(key));
  return { version, data: said.flatMap((key) => CHECKS[key](checked) ?? []) };
}

/**
 * The products that a phase gives a dearer price than the one signed before, those left out of it and carried over too;
 * null in the first phase, and while the figures do not have what was signed.
 */
async function readRises(
  { facts }: Needs,
  project: ProjectScope,
  { phases }: ProjectRow,
  worked: number,
): Promise<PriceRises | null> {
  const before = worked - 1;
  const selection = { filter: DEARER_PRODUCTS, fields: ['price_rise'] };
  const found = await facts.use(project, async (own) =>
    own.manifest().signed_phase === before
      ? { all: await own.summary(selection), included: await own.summary({ ...selection, included: true }) }
      : null,
  );
  return (
    found && {
      before: phaseInSentence(phaseLabel(phases[before], before)),
      count: found.all.discount_count,
      excluded: found.all.discount_count - found.included.discount_count,
      largest: readNumber(found.all, 'price_rise'),
    }
  );
}
