// Rewrites the measured tables of docs/engine.md: npm run --silent evaluate -- docs
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Evaluation, evaluateForecasts, FORECASTERS } from '@palier/engine';
import { REAL_PANELS, realDataFolder } from './real-panels.ts';

const DOCUMENT = resolve(import.meta.dirname, '../../docs/engine.md');
const START = '<!-- measured tables: start -->';
const END = '<!-- measured tables: end -->';
/** The two-week panel has its own five-fold test and no rolling origin. */
const ROLLING = ['frat_breakfast', 'dominicks_orange_juice', 'dmc2018'] as const;

/** Scores the real folders and writes their tables between the markers of the document. */
export function writeTables(): object {
  const folder = realDataFolder();
  if (folder === null) throw new Error('the real retail data (../shared/data) is not on this machine');
  const scores = ROLLING.map((name) => ({ name, score: evaluateForecasts(REAL_PANELS[name](folder)) }));
  const text = readFileSync(DOCUMENT, 'utf8');
  const before = text.slice(0, text.indexOf(START) + START.length);
  const after = text.slice(text.indexOf(END));
  writeFileSync(DOCUMENT, `${before}\n\n${forecastTable(scores)}\n\n${responseTable(scores)}\n\n${after}`);
  return { written: 'docs/engine.md', folders: ROLLING };
}

type Named = readonly { name: string; score: Evaluation }[];

function figure(value: number | null | undefined): string {
  return value === null || value === undefined ? '–' : value.toFixed(3);
}

function forecastTable(scores: Named): string {
  const heads = [...FORECASTERS, 'bias', '80 % band', 'MASE'];
  const lines = scores.map(({ name, score }) => [
    name,
    ...FORECASTERS.map((method) => figure(score.wape[method])),
    figure(score.bias.palier),
    figure(score.coverage_80),
    figure(score.mase),
  ]);
  return table(['WAPE, 1–4 weeks ahead', ...heads], lines);
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

function table(heads: readonly string[], lines: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [row(heads), row(heads.map(() => '---')), ...lines.map(row)].join('\n');
}
