// Policies in simulated markets and in the replayed teaching game: npm run --silent evaluate -- policies [--json];
// their tables in docs/engine.md: npm run --silent evaluate -- docs
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { RatioEstimate } from '../simulator/bootstrap.ts';
import {
  evaluatePolicies,
  type PolicyEvaluation,
  type PolicyEvaluationOptions,
  type PolicyScore,
  type ScenarioEvaluation,
} from '../simulator/evaluate-policies.ts';
import { type GameReplay, readGame, replayGame } from '../simulator/replay-game.ts';

const DOCUMENT = resolve(import.meta.dirname, '../../docs/engine.md');
const START = '<!-- policy tables: start -->';
const END = '<!-- policy tables: end -->';
const GAME = resolve(import.meta.dirname, '../../../shared/data/retailer_game/history_15_items.csv');

type PolicyReport = PolicyEvaluation & {
  /** The replayed game, or why it was not. */
  game: GameReplay['gaps'] | { skipped: string };
};

export function playPolicies(options: PolicyEvaluationOptions): PolicyReport {
  const game = existsSync(GAME)
    ? replayGame(readGame(readFileSync(GAME, 'utf8'))).gaps
    : { skipped: `${GAME} is not on this machine` };
  return { ...evaluatePolicies(options), game };
}

/** Plays everything and writes the tables between the markers of the document. */
export function writePolicyTables(): object {
  const tables = policyTables(playPolicies({}));
  const text = readFileSync(DOCUMENT, 'utf8');
  const before = text.slice(0, text.indexOf(START) + START.length);
  const after = text.slice(text.indexOf(END));
  writeFileSync(DOCUMENT, `${before}\n\n${tables}\n\n${after}`);
  return { policies: 'docs/engine.md' };
}

/** One table per scenario, then the game. */
function policyTables(report: PolicyReport): string {
  return [...report.scenarios.map(scenarioTable), gameTable(report.game)].join('\n\n');
}

function scenarioTable(scenario: ScenarioEvaluation): string {
  const reference = percent(scenario.known_law.share_of_foresight.value);
  const head = `**${scenario.scenario}** (${scenario.products} products, median stock ${scenario.median_stock}, ${scenario.seeds.length} seeds; the known law earns ${reference} % of full foresight)`;
  const rows = [...scenario.policies, ...scenario.ablations].map(policyRow);
  return `${head}\n\n${table(['policy', '% of known law', '95 %', '% of foresight', 'behind rolling', 'sold', 'mean discount'], rows)}`;
}

function policyRow(score: PolicyScore): string[] {
  return [
    score.policy,
    percent(score.share.value),
    interval(score.share),
    percent(score.share_of_foresight.value),
    `${percent(score.behind_rolling.value)} (${interval(score.behind_rolling)})`,
    percent(score.sell_through),
    percent(score.mean_discount),
  ];
}

function gameTable(game: PolicyReport['game']): string {
  if ('skipped' in game) return `Game: skipped, ${String(game.skipped)}.`;
  const rows = Object.entries(game).map(([strategy, gap]) => [strategy, percent(gap.value), interval(gap)]);
  return table(['game, 15 items: strategy', 'gap to perfect foresight, %', '95 %'], rows);
}

function interval({ low, high }: RatioEstimate): string {
  return `${percent(low)} – ${percent(high)}`;
}

function percent(share: number): string {
  return (100 * share).toFixed(1);
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}
