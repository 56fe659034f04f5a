// The optimiser's quality: hundreds of random scopes against HiGHS on the whole problem, every plan recomputed.
import { checkPlan, loadHighsSolver, optimise } from '@palier/engine';
import { seededRandom } from '../packages/engine/src/numeric/random.ts';
import { tradeProblem } from '../packages/engine/src/testing/trade-problem.ts';
import { wholeModel } from '../packages/engine/src/testing/whole-model.ts';
import { type BenchLine, type BenchOptions, benchLine } from './bench.ts';

/** Scopes tried; `--products` sets another number. */
const SCOPES = 200;

interface Campaign {
  feasible: number;
  infeasible: number;
  /** Scopes where the two disagree on whether a plan exists, or where a rule of ours is broken. */
  wrong: number;
  /** Value given up against what HiGHS proves cannot be exceeded: the worst scope, and on average. */
  worst_loss: number;
  mean_loss: number;
  ours_seconds: number;
  highs_seconds: number;
}

/** Lines of the campaign: what is lost at worst, what is wrong (nothing), and the time against HiGHS. */
export async function run(options: BenchOptions): Promise<BenchLine[]> {
  const campaign = await compare(options.products ?? SCOPES);
  const scopes = `${campaign.feasible} scopes of 300 to 1,000 products and ${campaign.infeasible} impossible ones`;
  return [
    benchLine(
      'optimiser',
      `worst value lost against HiGHS, ${scopes}`,
      campaign.worst_loss,
      0.0002,
      'share',
      1,
    ),
    benchLine('optimiser', 'mean value lost against HiGHS', campaign.mean_loss, 0.0002, 'share', 1),
    benchLine(
      'optimiser',
      'scopes where a rule or the verdict is wrong, plus one',
      campaign.wrong + 1,
      1,
      'scopes',
      1,
    ),
    benchLine(
      'optimiser',
      'time against HiGHS alone',
      campaign.ours_seconds,
      campaign.highs_seconds,
      's',
      null,
    ),
  ];
}

async function compare(scopes: number): Promise<Campaign> {
  const solver = await loadHighsSolver();
  const random = seededRandom(41);
  const seen: Campaign = {
    feasible: 0,
    infeasible: 0,
    wrong: 0,
    worst_loss: 0,
    mean_loss: 0,
    ours_seconds: 0,
    highs_seconds: 0,
  };
  for (let round = 0; round < scopes; round++) {
    const problem = tradeProblem(random, round);
    const started = performance.now();
    const ours = optimise(problem, { solver, exact_candidates: 0 });
    const between = performance.now();
    const { status, objective, bound } = solver.solve(wholeModel(problem, true).model);
    seen.ours_seconds += (between - started) / 1000;
    seen.highs_seconds += (performance.now() - between) / 1000;
    if (status === 'infeasible') {
      seen.infeasible++;
      if (ours.status !== 'infeasible') seen.wrong++;
      continue;
    }
    const check = checkPlan(problem, ours.plan);
    if (check.broken_items.length > 0 || !check.satisfied.every(Boolean)) seen.wrong++;
    seen.feasible++;
    const loss = Math.max(0, 1 - ours.value / Math.max(objective, bound));
    seen.worst_loss = Math.max(seen.worst_loss, loss);
    seen.mean_loss += (loss - seen.mean_loss) / seen.feasible;
  }
  return seen;
}
