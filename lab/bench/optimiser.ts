// The optimiser's quality: hundreds of random scopes against HiGHS on the whole problem, every plan recomputed.
// A campaign of an hour or so: it tells where it is, and goes on where it was stopped.
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkPlan, loadHighsSolver, optimise } from '@palier/engine';
import type { MipSolver } from '../../packages/engine/src/optimise/types.ts';
import { seededRandom } from '../../packages/engine/test/random.ts';
import { tradeProblem } from '../../packages/engine/test/trade-problem.ts';
import { wholeModel } from '../../packages/engine/test/whole-model.ts';
import { type BenchLine, type BenchOptions, benchLine } from './bench.ts';
import { hardScopes } from './optimiser/hard-scopes.ts';

/** Scopes tried; `--products` sets another number. */
const SCOPES = 200;
/** Seconds that HiGHS gets for a scope; what it has then proved is the reference. */
const HIGHS_SECONDS = 20;
/** HiGHS stops this near its own bound, which is what we are held against. */
const HIGHS_GAP = 1e-5;
/** What a person waits for at most, for a plan and for what to relax: a sum of times hides the one that is slow. */
const SLOWEST_SECONDS = { feasible: 1, infeasible: 2 };
/** One line per scope done. */
const JOURNAL = join(import.meta.dirname, '..', '..', '.data', 'bench-optimiser.jsonl');

interface Scope {
  round: number;
  products: number;
  verdict: 'feasible' | 'infeasible' | 'undecided';
  /** HiGHS proved its plan the best, within its gap. */
  proved: boolean;
  /** The two disagree on whether a plan exists, or a rule of ours is broken. */
  wrong: boolean;
  /** Value given up against the most that HiGHS says is possible, and against the plan it found. */
  loss: number;
  behind_plan: number;
  ours_seconds: number;
  highs_seconds: number;
}

/** Lines of the campaign: what is lost at worst, what is wrong (nothing), and the time against HiGHS. */
export async function run(options: BenchOptions): Promise<BenchLine[]> {
  const scopes = await campaign(options.products ?? SCOPES);
  const feasible = scopes.filter(({ verdict }) => verdict === 'feasible');
  const impossible = scopes.filter(({ verdict }) => verdict === 'infeasible').length;
  const undecided = scopes.length - feasible.length - impossible;
  const proved = feasible.filter((scope) => scope.proved).length;
  const name = `${feasible.length} scopes of 300 to 1,000 products (${proved} solved to the end by HiGHS), ${impossible} impossible, ${undecided} undecided`;
  const sum = (of: (scope: Scope) => number) => scopes.reduce((total, scope) => total + of(scope), 0);
  const worst = (of: (scope: Scope) => number) =>
    feasible.reduce((most, scope) => Math.max(most, of(scope)), 0);
  const mean = feasible.reduce((total, { loss }) => total + loss, 0) / Math.max(1, feasible.length);
  const wrong = scopes.filter((scope) => scope.wrong).length;
  const line = (text: string, subject: number, reference: number, unit: string, budget: number | null) =>
    benchLine('optimiser', text, subject, reference, unit, budget);
  return [
    line(
      `worst value below HiGHS's bound, ${name}`,
      worst(({ loss }) => loss),
      0.0002,
      'share',
      1,
    ),
    line("mean value below HiGHS's bound", mean, 0.0002, 'share', 1),
    line(
      "worst value below HiGHS's plan",
      worst((scope) => scope.behind_plan),
      0.0002,
      'share',
      1,
    ),
    line('scopes where a rule or the verdict is wrong, plus one', wrong + 1, 1, 'scopes', 1),
    line(
      'time against HiGHS alone',
      sum((s) => s.ours_seconds),
      sum((s) => s.highs_seconds),
      's',
      null,
    ),
    line('slowest scope', slowest(scopes, 'feasible'), SLOWEST_SECONDS.feasible, 's', 1),
    line('slowest impossible scope', slowest(scopes, 'infeasible'), SLOWEST_SECONDS.infeasible, 's', 1),
    ...hardScopes(await loadHighsSolver()),
  ];
}

const slowest = (scopes: readonly Scope[], verdict: Scope['verdict']): number =>
  Math.max(0, ...scopes.filter((scope) => scope.verdict === verdict).map((scope) => scope.ours_seconds));

async function campaign(count: number): Promise<Scope[]> {
  const solver = await loadHighsSolver();
  const done = new Map(readJournal().map((scope) => [scope.round, scope]));
  if (done.size > 0) console.error(`optimiser: ${done.size} scopes read from ${JOURNAL}`);
  const scopes: Scope[] = [];
  for (let round = 0; round < count; round++) {
    const known = done.get(round);
    const scope = known ?? compare(solver, round);
    scopes.push(scope);
    if (known) continue;
    mkdirSync(dirname(JOURNAL), { recursive: true });
    appendFileSync(JOURNAL, `${JSON.stringify(scope)}\n`);
    const { verdict, products, loss, ours_seconds, highs_seconds } = scope;
    console.error(
      `optimiser: ${round + 1}/${count} · ${products} products · ${verdict}${scope.wrong ? ' · WRONG' : ''} · ${(100 * loss).toFixed(4)} % below the bound · ${ours_seconds.toFixed(1)} s, HiGHS ${highs_seconds.toFixed(1)} s`,
    );
  }
  rmSync(JOURNAL, { force: true });
  return scopes;
}

function readJournal(): Scope[] {
  if (!existsSync(JOURNAL)) return [];
  const lines = readFileSync(JOURNAL, 'utf8').split('\n');
  return lines.filter((text) => text.endsWith('}')).map((text) => JSON.parse(text) as Scope);
}

/** One scope, drawn from its own number so that the campaign may start anywhere. */
function compare(solver: MipSolver, round: number): Scope {
  const problem = tradeProblem(seededRandom(4_100 + round), round);
  const started = performance.now();
  const ours = optimise(problem, { solver, exact_candidates: 0 });
  const between = performance.now();
  const limits = { relative_gap: HIGHS_GAP, max_nodes: 2 ** 31 - 1, max_seconds: HIGHS_SECONDS };
  const theirs = solver.solve({ ...wholeModel(problem, true).model, ...limits });
  const check = checkPlan(problem, ours.plan);
  const holds = check.broken_items.length === 0 && check.satisfied.every(Boolean);
  // Without a plan in time HiGHS decides nothing; ours, if it keeps every rule, proves that there is one.
  const found = theirs.status === 'optimal' || theirs.status === 'feasible';
  const verdict = theirs.status === 'infeasible' ? 'infeasible' : found || holds ? 'feasible' : 'undecided';
  const isFeasible = verdict === 'feasible';
  return {
    round,
    products: problem.item_count,
    verdict,
    proved: theirs.status === 'optimal',
    wrong: verdict === 'infeasible' ? ours.status !== 'infeasible' : isFeasible && !holds,
    loss: isFeasible ? Math.max(0, 1 - ours.value / Math.max(theirs.bound, found ? theirs.objective : 0)) : 0,
    behind_plan: isFeasible && found ? Math.max(0, 1 - ours.value / theirs.objective) : 0,
    ours_seconds: (between - started) / 1000,
    highs_seconds: (performance.now() - between) / 1000,
  };
}
