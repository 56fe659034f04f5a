import { rm } from 'node:fs/promises';
import type { FieldDefinition, Line, ResidualValue } from '@palier/domain';
import { afterAll, describe, expect, it } from 'vitest';
import { DEFAULT_RESIDUAL_VALUE } from '../../domain/src/price/residual.ts';
import { type FactStore, openFactStore } from '../src/index.ts';
import type { DecisionRow, ProjectFacts } from '../src/listing/types.ts';
import { newRandom, type PlainLine, randomDecisions, randomProject, TEXTS } from './random-project.ts';
import {
  aggregate,
  buildReference,
  countsOf,
  distribution,
  groupLines,
  type Reference,
  sortLines,
} from './reference.ts';
import { writeProject } from './written-project.ts';

const LINES = 4200;
/** How many lines an edit touches: one, a few, a group, a large part of the project. */
const SIZES = [1, 1, 1, 2, 7, 40, 64, 65, 300, 700];
const ROUNDS = 30;
const FIGURES = [
  'stock_qty',
  'discount_pct',
  'forecast.sales',
  'forecast.profit',
  'forecast.profit_after_leftovers',
  'forecast.discount_budget',
  'below_cost',
  'phase_forecast.sales_qty',
];

let store: FactStore | null = null;
afterAll(async () => {
  await store?.close();
});

function close(actual: unknown, expected: unknown, what: string): void {
  if (typeof actual === 'number' && typeof expected === 'number')
    expect(Math.abs(actual - expected), what).toBeLessThanOrEqual(1e-6 * Math.max(1, Math.abs(expected)));
  else expect(actual ?? null, what).toEqual(expected ?? null);
}

function figure(row: object, id: string): unknown {
  const [family = '', name] = id.split('.');
  const value = (row as Record<string, unknown>)[family];
  return name ? (value as Record<string, unknown> | undefined)?.[name] : value;
}

const STORED = ['discount_pct', 'discount_kind', 'included', 'optimization_goal', 'version', 'cost'] as const;
const LISTS = ['previous_discount_pcts', 'next_discount_pcts', 'applied_discount_rule_ids'] as const;

function checkLine(expected: PlainLine | undefined, row: Line): void {
  for (const id of STORED) if (expected && id in expected) expect(row[id], id).toEqual(expected[id]);
  for (const id of LISTS) expect(row[id], id).toEqual(expected?.[id] ?? []);
  for (const id of FIGURES) close(figure(row, id), expected?.[id] ?? null, `${id} of ${row._id}`);
}

/** Values are named with the case and the blanks that people type; some are named by several lines' lists. */
function randomResidualValue(
  random: ReturnType<typeof newRandom>,
  fields: readonly FieldDefinition[],
): ResidualValue {
  const field = random.chance(0.2) ? null : random.pick(fields).id;
  const names = field === null ? [] : TEXTS.filter((text) => text.trim() !== '' && random.chance(0.5));
  const written = (name: string): string =>
    random.chance(0.5) ? ` ${name.toLocaleUpperCase('fr-FR')} ` : name;
  return {
    field,
    values: Object.fromEntries(names.map((name) => [written(name), random.pick([0, 0.2, 0.5, 1])])),
    other: random.pick([0, 0.2, 1]),
  };
}

async function checkGroups(facts: ProjectFacts, reference: Reference): Promise<void> {
  const page = await facts.groups({ by: ['brand'], fields: FIGURES, summary: true, size: 100 });
  const expected = groupLines(reference.records, ['brand']);
  expect(page.group_count).toBe(expected.size);
  for (const group of [...page.data, page.summary].flatMap((found) => found ?? [])) {
    const lines = group.keys.length === 0 ? reference.records : (expected.get(group.key) ?? []);
    expect(group.discount_pct_distribution).toEqual(distribution(lines));
    expect(group.discount_kind_counts).toEqual(
      countsOf(lines, 'discount_kind', ['user', 'optimised', 'auto']),
    );
    expect(group.included_count).toBe(lines.filter(({ included }) => included === true).length);
    expect(group.optimization_goals).toEqual(
      [...new Set(lines.flatMap(({ optimization_goal: goal }) => (goal as string | null) ?? []))].sort(),
    );
    for (const id of FIGURES) close(figure(group, id), aggregate(reference, lines, id), id);
  }
}

describe('a project that is edited all day', () => {
  it('[API-16] [LIST-26] shows every edit, of one line or of thousands, at its line and in its groups, also to those who read meanwhile', async () => {
    store = await openFactStore({ temp_folder: '/tmp/palier-edits-test', memory_limit: '400MB' });
    const project = randomProject(20260722, LINES);
    const random = newRandom(22);
    const folder = await writeProject(project);
    const facts = await store.openProject({ project_id: 'p', folder, catalogue: project.catalogue });
    const decisions: DecisionRow[] = [];
    let looked = 0;
    let has_optimizations = false;
    let residual_value: ResidualValue = DEFAULT_RESIDUAL_VALUE;
    const fields = project.catalogue.filter(
      ({ source, type }) => source === 'static' && (type === 'string' || type === 'list'),
    );
    for (let version = 1; version <= ROUNDS; version += 1) {
      const share = random.pick(SIZES) / LINES;
      const edits = randomDecisions(project, random, version, share);
      // The first run sent, or its undoing, changes where every discount comes from.
      if (version % 7 === 3) has_optimizations = !has_optimizations;
      if (version % 4 === 1) residual_value = randomResidualValue(random, fields);
      const [, , while_editing] = await Promise.all([
        facts.applyState({ version, has_optimizations, residual_value }),
        facts.applyDecisions(edits),
        facts.groups({ by: ['brand'], fields: FIGURES, size: 100 }),
      ]);
      expect(while_editing.discount_count).toBe(LINES);
      // Too late:
      await facts.applyState({ version: version - 1, has_optimizations: !has_optimizations, residual_value });
      decisions.push(...edits);
      const reference = buildReference(project, decisions, { has_optimizations, residual_value });
      const sort = random.pick(['price', 'stock_qty', 'brand']);
      const page = await facts.lines({ sort, order: 'desc', size: 4, fields: FIGURES });
      const wanted = sortLines(reference, reference.records, sort, 'desc').slice(0, 4);
      expect(page.data.map(({ _id }) => _id)).toEqual(wanted.map(({ _id }) => _id));
      const touched = edits.slice(0, 4).map(({ discount_id }) => discount_id);
      const rows = [...page.data, ...(await facts.linesById(touched, { fields: FIGURES }))];
      for (const row of rows)
        checkLine(
          reference.records.find(({ _id }) => _id === row._id),
          row,
        );
      looked += rows.length;
      if (version % 3 === 0) await checkGroups(facts, reference);
    }
    const reference = buildReference(project, decisions, { has_optimizations, residual_value });
    const byId = new Map(reference.records.map((line) => [line._id, line]));
    for await (const batch of facts.rows({ fields: FIGURES })) {
      for (const row of batch) checkLine(byId.get(row._id), row);
      looked += batch.length;
    }
    console.log(`edits: ${decisions.length} decisions in ${ROUNDS} rounds, ${looked} lines looked at`);
    expect(decisions.length).toBeGreaterThan(1500);
    expect(looked).toBeGreaterThan(LINES + 150);
    await facts.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('[API-16] [LIST-28] a question asked again after an edit counts it, whatever was true when it was first asked', async () => {
    const alone = await openFactStore({ temp_folder: '/tmp/palier-edits-test', connections: 1 });
    const project = randomProject(20260723, 40);
    const folder = await writeProject(project);
    const facts = await alone.openProject({ project_id: 'p', folder, catalogue: project.catalogue });
    const rule = (operator: 'gte' | 'is_set', value?: number) => ({
      combinator: 'and' as const,
      rules: [{ field: 'discount_pct', operator, ...(value !== undefined && { value }) }],
    });
    const counts = async () => [
      (await facts.lines({ filter: rule('gte', 20) })).discount_count,
      (await facts.groups({ by: ['brand'], filter: rule('is_set') })).discount_count,
      (await facts.counts({ hide_zero: true })).item_group_count,
      (await facts.stats({ scope: 'unset' })).discount_count,
    ];
    const chosen = (version: number, discount_pct_user: number): DecisionRow[] =>
      randomDecisions(project, newRandom(1), version, 1)
        .slice(0, 3)
        .map((row) => ({ ...row, discount_pct_user }));
    expect(await counts()).toEqual([0, 0, 0, 40]);
    await facts.applyDecisions(chosen(1, 30));
    expect(await counts()).toEqual([3, 3, 3, 37]);
    await facts.applyDecisions(chosen(2, 0));
    expect(await counts()).toEqual([0, 3, 0, 37]);
    await facts.close();
    await alone.close();
    await rm(folder, { recursive: true, force: true });
  });
});
