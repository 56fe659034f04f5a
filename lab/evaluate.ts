// npm run --silent evaluate -- <folder with panel.csv | policies | worlds | ablation | docs> [--json] [--stock-known]: forecasts scored against
// others. --stock-known: the stock column was counted at the time, even if sales explain it to the unit.
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { evaluateForecasts } from './evaluation/evaluate.ts';
import { readPanelFolder } from './evaluation/read-panel.ts';
import { seedsOf } from './evaluation/seeds.ts';
import { writeTables } from './evaluation/tables.ts';

/** Targets that are not folders. */
const NAMED = new Set(['policies', 'worlds', 'ablation', 'docs']);

const { values, positionals } = parseArgs({
  args: process.argv.slice(2),
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    'stock-known': { type: 'boolean', default: false },
    // Of the policies: markets drawn per scenario (how many, or which, separated by commas), their size, and the
    // scenarios played (separated by commas).
    seeds: { type: 'string' },
    size: { type: 'string' },
    scenarios: { type: 'string' },
    worlds: { type: 'string' },
    // Of the ablation: the panels it looks at (separated by commas).
    panels: { type: 'string' },
  },
});

async function evaluatePolicyGame(): Promise<object> {
  const { playPolicies } = await import('./evaluation/policies.ts');
  const { seeds, size, scenarios } = values;
  return playPolicies({
    ...(seeds !== undefined && { seeds: seedsOf(seeds) }),
    ...(size !== undefined && { size: Number(size) }),
    ...(scenarios !== undefined && { scenarios: scenarios.split(',') }),
  });
}

async function evaluateMarketWorlds(): Promise<object> {
  const { evaluateWorlds } = await import('./simulator/evaluate-worlds.ts');
  const { seeds, size, scenarios, worlds } = values;
  return evaluateWorlds({
    ...(seeds !== undefined && { seeds: seedsOf(seeds) }),
    ...(size !== undefined && { size: Number(size) }),
    ...(scenarios !== undefined && { scenarios: scenarios.split(',') }),
    ...(worlds !== undefined && { worlds: worlds.split(',') }),
    // It lasts long: what is known is printed at once, apart from the answer.
    onPlayed: (played) => console.error(JSON.stringify(played)),
  });
}

async function evaluateParts(): Promise<object> {
  const { ablatePanels } = await import('./evaluation/ablation-panels.ts');
  return { panels: ablatePanels(values.panels?.split(',')) };
}

async function evaluateTarget(target: string): Promise<object> {
  if (target === 'policies') return evaluatePolicyGame();
  if (target === 'worlds') return evaluateMarketWorlds();
  if (target === 'ablation') return evaluateParts();
  if (target === 'docs') {
    const { writePolicyTables } = await import('./evaluation/policies.ts');
    return { ...(await writeTables()), ...writePolicyTables() };
  }
  return evaluateForecasts(readPanelFolder(resolve(target), values['stock-known']));
}

async function main(): Promise<number> {
  const target = positionals[0];
  if (target === undefined) {
    console.error(
      'npm run --silent evaluate -- <folder with panel.csv | policies | worlds | ablation | docs> [--json]',
    );
    return 2;
  }
  const start = performance.now();
  try {
    const result = await evaluateTarget(target);
    const seconds = Math.round(performance.now() - start) / 1000;
    const name = NAMED.has(target) ? { target } : { folder: basename(resolve(target)) };
    console.log(JSON.stringify({ ...name, ...result, seconds }, null, values.json ? undefined : 2));
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return 1;
  }
}

process.exitCode = await main();
