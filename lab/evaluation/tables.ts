// Rewrites the measured tables of docs/engine.md: npm run --silent evaluate -- docs
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { evaluateForecasts } from './evaluate.ts';
import { FAMILIES } from './families.ts';
import { nordicScore } from './nordic.ts';
import { nordicFashion, REAL_PANELS, realDataFolder } from './real-panels.ts';
import { type Evaluation, FORECASTERS, type SliceScore } from './types.ts';

const DOCUMENT = resolve(import.meta.dirname, '../../docs/engine.md');
const START = '<!-- measured tables: start -->';
const END = '<!-- measured tables: end -->';
/** The two-week panel has its own five-fold test and no rolling origin. */
const ROLLING = ['frat_breakfast', 'dominicks_orange_juice', 'orange_juice_by_chain', 'dmc2018'] as const;

/** Scores the real folders and simulated panels, and writes their tables between the markers of the document. */
export async function writeTables(): Promise<object> {
  const folder = realDataFolder();
  if (folder === null) throw new Error('the real retail data (../shared/data) is not on this machine');
  const real = ROLLING.map((name) => ({ name, score: evaluateForecasts(REAL_PANELS[name](folder)) }));
  const simulated = Object.entries(FAMILIES).map(([name, draw]) => ({
    name,
    score: evaluateForecasts(draw(1)),
  }));
  const parts = [
    forecastTable('WAPE, 1–4 weeks ahead', real),
    nordicLine(nordicScore(nordicFashion(folder))),
    responseTable(real),
    discountTable(real),
    bandTable(real),
    forecastTable('simulated panels', simulated),
    await elasticityLine(),
  ];
  const text = readFileSync(DOCUMENT, 'utf8');
  const before = text.slice(0, text.indexOf(START) + START.length);
  const after = text.slice(text.indexOf(END));
  writeFileSync(DOCUMENT, `${before}\n\n${parts.join('\n\n')}\n\n${after}`);
  return { written: 'docs/engine.md', folders: ROLLING };
}

function nordicLine({ constant, palier }: { constant: number; palier: number }): string {
  return `Nordic fashion, week 1 from week 0, five folds over articles: constant uplift ${figure(constant)}, Palier ${figure(palier)}.`;
}

/** Elasticities of simulated retailers whose own are known. */
async function elasticityLine(): Promise<string> {
  const { evaluateElasticities } = await import('../simulator/evaluate-elasticities.ts');
  const found = evaluateElasticities();
  return `Elasticities of three simulated retailers (${found.products} products marked down, mean ${figure(found.true_mean)}): bias ${figure(found.bias)}, RMSE ${figure(found.rmse)} (of giving all the true mean: ${figure(found.rmse_of_mean)}), 80 % intervals hold ${figure(found.coverage_80)}.`;
}

type Named = readonly { name: string; score: Evaluation }[];

function figure(value: number | null | undefined): string {
  return value === null || value === undefined ? '–' : value.toFixed(3);
}

function forecastTable(title: string, scores: Named): string {
  const heads = [
    ...FORECASTERS,
    'ours less the best of the others, 90 % interval',
    'bias',
    '80 % band',
    'MASE',
  ];
  const lines = scores.map(({ name, score }) => [
    name,
    ...FORECASTERS.map((method) => figure(score.wape[method])),
    interval(score.against_best),
    figure(score.bias.palier),
    figure(score.coverage_80),
    figure(score.mase),
  ]);
  return table([title, ...heads], lines);
}

function responseTable(scores: Named): string {
  const lines = scores.flatMap(({ name, score }) =>
    Object.entries(score.price_response).map(([weeks, s]) => [
      `${name}, ${weeks} weeks`,
      ...[s.own, s.global, s.category, s.pooled, s.palier].map(figure),
    ]),
  );
  return table(['squared error, no price = 1', 'own', 'global', 'category', 'pooled', 'palier'], lines);
}

function interval(found: Evaluation['against_best']): string {
  return found === null ? '–' : `${figure(found.difference)} (${figure(found.low)} … ${figure(found.high)})`;
}

/** WAPE of the median and bias of the mean by depth of the discount. */
function discountTable(scores: Named): string {
  return depthTable(
    'our WAPE / bias by discount',
    scores,
    ({ wape, bias }) => `${figure(wape)} / ${figure(bias)}`,
  );
}

/** What the bands hold by depth of the discount, and their interval score. */
function bandTable(scores: Named): string {
  return depthTable(
    '80 % bands hold / interval score, by discount',
    scores,
    ({ coverage_80, interval_score }) => `${figure(coverage_80)} / ${figure(interval_score)}`,
  );
}

/** By depth of the discount, in points, where at least 1 % of the weeks are. */
function depthTable(title: string, scores: Named, show: (slice: SliceScore) => string): string {
  const depths = ['0', '10', '20', '30', '40', '50', '60'];
  const lines = scores.map(({ name, score }) => [
    name,
    ...depths.map((depth) => {
      const slice = score.by_discount[depth];
      return slice === undefined || slice.share < 0.01 ? '–' : show(slice);
    }),
  ]);
  return table([title, ...depths], lines);
}

function table(heads: readonly string[], lines: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [row(heads), row(heads.map(() => '---')), ...lines.map(row)].join('\n');
}
