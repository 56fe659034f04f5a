import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { FIELDS, type FieldDefinition, type Group, type Line, readField } from '@palier/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { draftSnapshot, openFactStore, type SnapshotCurves } from '../src/index.ts';
import { newDesk } from './files.ts';
import {
  type LineDemand,
  referenceAbsences,
  referenceLines,
  referenceRank,
  selectedProducts,
} from './metrics-reference.ts';
import type { PlainLine } from './random-project.ts';
import { type Retailer, randomRetailer, retailerFiles } from './random-retailer.ts';
import { aggregate, groupLines } from './reference.ts';
import type { MetricLine } from './retailer-facts.ts';

/** Retailers tried; PALIER_THOROUGH=1 tries many more. */
const RUNS = process.env.PALIER_THOROUGH ? 100 : 6;
const counted = {
  ...{ retailers: 0, products: 0, values: 0, ranks: 0, groups: 0 },
  absences: { stock: 0, criteria: 0, excluded: 0, unknown: 0 },
};

/** Demand that no model makes: it only has to be read back right. */
function demandOf(index: number): LineDemand {
  return {
    upcoming_qty: Math.fround(index % 4),
    upcoming_discount: Math.fround(0.25 * (index % 3)),
    ongoing_qty: Math.fround(2.5 * (index % 5)),
    ongoing_discount: Math.fround(0.5 * (index % 2)),
  };
}

function curvesOf(lines: number, levels: number): SnapshotCurves {
  const column = (pick: (demand: LineDemand) => number) =>
    Float32Array.from({ length: lines }, (_, index) => pick(demandOf(index)));
  return {
    ...{ phase_qty: new Float32Array(lines * levels), phase_p10: new Float32Array(lines * levels) },
    ...{ phase_p90: new Float32Array(lines * levels), rest_qty: new Float32Array(lines * levels * levels) },
    upcoming_qty: column(({ upcoming_qty }) => upcoming_qty),
    upcoming_discount: column(({ upcoming_discount }) => upcoming_discount),
    ongoing_qty: column(({ ongoing_qty }) => ongoing_qty),
    ongoing_discount: column(({ ongoing_discount }) => ongoing_discount),
  };
}

/** Sends the files through the real door, computes the project's snapshot and reads its lines and groups back. */
async function throughTheDoor(retailer: Retailer) {
  const desk = await newDesk();
  try {
    const files = await Promise.all(
      retailerFiles(retailer).map(([name, content]) => desk.put(name, content)),
    );
    const { folder, report } = await desk.send(files, {
      // Prices drawn by chance fall as often as they rise, and stocks are of other articles each day.
      mapping: {
        settings: { data_date: retailer.project.data_date },
        answers: { 'lowered_prices:*': 'list', 'raised_prices:*': 'list', 'left_products:*': 'replace' },
      },
    });
    if (folder === null) throw new Error(JSON.stringify(report));
    let made = 0;
    const draft = await draftSnapshot({
      ...{
        temp_folder: join(desk.folder, 'temp'),
        warehouse_folder: folder,
        snapshot_folder: join(desk.folder, 'snapshot'),
      },
      ...{ version: 1, project: retailer.project, newId: () => `line-${String(made++).padStart(3, '0')}` },
    });
    const away = [...referenceAbsences(retailer)].flatMap(([code, reason]) => (reason ? code : []));
    const absences = await draft.absences([...away, 'never seen']);
    const result = await draft.finish(curvesOf(draft.line_count, retailer.project.discount_levels.length));
    const store = await openFactStore({ temp_folder: join(desk.folder, 'temp'), memory_limit: '300MB' });
    const facts = await store.openProject({ project_id: 'p', folder: result.folder });
    const fields = FIELDS.map(({ id }) => id);
    const { data: lines } = await facts.lines({ size: 100, fields });
    const { data: groups } = await facts.groups({ by: ['family'], size: 100, fields });
    await facts.close();
    await store.close();
    return { lines, groups, absences };
  } finally {
    await rm(desk.folder, { recursive: true, force: true });
  }
}

function same(actual: unknown, expected: unknown, what: string): void {
  if (Object.is(actual, expected)) return;
  if (typeof expected === 'number' && typeof actual === 'number')
    expect(Math.abs(actual - expected), `${what}: ${actual} for ${expected}`).toBeLessThanOrEqual(
      1e-6 * Math.max(1, Math.abs(expected)),
    );
  else if (Array.isArray(expected) && Array.isArray(actual) && typeof expected[0] === 'number')
    for (const [index, value] of expected.entries()) same(actual[index], value, what);
  else
    expect(Array.isArray(actual) && actual.length === 0 ? null : (actual ?? null), what).toEqual(
      Array.isArray(expected) && expected.length === 0 ? null : (expected ?? null),
    );
}

const STATIC = FIELDS.filter(({ source, rank_of }) => source === 'static' && !rank_of);

function checkLines(lines: readonly Line[], expected: readonly MetricLine[]): void {
  for (const [index, want] of expected.entries()) {
    const line = lines[index];
    if (!line) throw new Error(`no line for ${want.item_group_id}`);
    for (const { id } of STATIC) {
      if (!(id in want)) continue;
      same(readField(line, id), want[id], `${id} of ${want.item_group_id}`);
      counted.values += 1;
    }
  }
}

/** Keys that are almost each product's own rank nothing: the family then does. */
function rankKey(lines: readonly MetricLine[]): string {
  return 3 * new Set(lines.map(({ ranking_key }) => ranking_key)).size > lines.length
    ? 'family'
    : 'ranking_key';
}

function checkRanks(lines: readonly Line[], expected: readonly MetricLine[]): void {
  const key = rankKey(expected);
  for (const { id, rank_of } of FIELDS) {
    if (!rank_of || !(expected[0] && rank_of.field in expected[0])) continue;
    for (const [index, want] of expected.entries()) {
      const among =
        rank_of.scope === 'global' ? expected : expected.filter((other) => other[key] === want[key]);
      same(
        readField(lines[index] as Line, id),
        referenceRank(among, want, rank_of.field),
        `${id} of ${want.item_group_id}`,
      );
      counted.ranks += 1;
    }
  }
}

/** Group values of every field that has one, out of the lines as they are answered: those are checked already. */
function checkGroups(
  groups: readonly Group[],
  lines: readonly Line[],
  expected: readonly MetricLine[],
): void {
  const fields = new Map<string, FieldDefinition>(FIELDS.map((field) => [field.id, field]));
  const records = lines.map((line, index): PlainLine => {
    const { _id, item_group_id } = line;
    const values = STATIC.map(({ id }): [string, unknown] => [id, readField(line, id) ?? null]);
    // The sets themselves are never answered: only how many shops they have together.
    const selling_stores = expected[index]?.selling_stores;
    return { ...Object.fromEntries(values), selling_stores, _id, item_group_id };
  });
  for (const [key, own] of groupLines(records, ['family'])) {
    const group = groups.find((row) => row.key === key);
    if (!group) throw new Error(`no group ${key}`);
    for (const { id, type } of STATIC) {
      const want = type === 'list' ? undefined : aggregate({ records, fields }, own, id);
      if (want === undefined) continue;
      same(readField(group, id), want, `${id} of group ${key}`);
      counted.groups += 1;
    }
  }
}

async function checkRetailer(seed: number): Promise<void> {
  const retailer = randomRetailer(seed);
  const { lines, groups, absences } = await throughTheDoor(retailer);
  expect(lines.map(({ item_group_id }) => item_group_id)).toEqual(selectedProducts(retailer));
  const reasons = [...referenceAbsences(retailer)].filter(([, reason]) => reason !== null);
  expect(absences).toEqual(new Map([...reasons, ['never seen', 'unknown']]));
  for (const [, reason] of reasons) if (reason) counted.absences[reason] += 1;
  const expected = referenceLines(retailer, demandOf);
  checkLines(lines, expected);
  checkRanks(lines, expected);
  checkGroups(groups, lines, expected);
  counted.retailers += 1;
  counted.products += lines.length;
}

describe('every metric of a product against the rows of the files', () => {
  it('[FIELD-05] [FIELD-07] [FIELD-08] [FIELD-09] [FIELD-10] [FIELD-11] [CONST-04] [EDIT-09] is what loops over the rows of random retailers give, alone, ranked and by group', async () => {
    await fc.assert(fc.asyncProperty(fc.integer({ min: 1, max: 2 ** 31 - 1 }), checkRetailer), {
      numRuns: RUNS,
      seed: 20260706,
      // Two products of the same cost, one of them a mean that comes out a last digit higher: the same decile. Then one
      // product left out by a check, and one that nothing is left of.
      examples: [[895239392], [2198]],
      endOnFailure: true,
    });
    console.log(`metrics property: ${JSON.stringify(counted)}`);
    expect(counted.retailers).toBe(RUNS);
    expect(counted.products).toBeGreaterThanOrEqual(60);
    expect(counted.values).toBeGreaterThanOrEqual(6000);
    expect(counted.ranks).toBeGreaterThanOrEqual(1500);
    expect(counted.groups).toBeGreaterThanOrEqual(2500);
    for (const reason of ['stock', 'criteria', 'excluded'] as const)
      expect(counted.absences[reason], reason).toBeGreaterThan(0);
  }, 1_800_000);
});
