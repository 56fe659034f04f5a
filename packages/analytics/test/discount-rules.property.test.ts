import { rm } from 'node:fs/promises';
import {
  discountFault,
  discountIncrement,
  discountKind,
  effectiveDiscount,
  isChangedSinceReview,
  nearestLevel,
  readNumber,
} from '@palier/domain';
import { afterAll, describe, expect, it } from 'vitest';
import { DEFAULT_RESIDUAL_VALUE } from '../../domain/src/price/residual.ts';
import { type FactStore, openFactStore } from '../src/index.ts';
import type { DecisionRow } from '../src/listing/types.ts';
import { newRandom, randomDecisions, randomProject } from './random-project.ts';
import { buildReference } from './reference.ts';
import { writeProject } from './written-project.ts';

// The rules of discounts are the domain's. What DuckDB says of them is compared with the domain's functions themselves.

const PROJECTS = process.env.PALIER_THOROUGH ? 60 : 4;

let store: FactStore | null = null;
afterAll(async () => {
  await store?.close();
});

function countFaults(faults: readonly (string | null)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const fault of faults) if (fault) counts[fault] = (counts[fault] ?? 0) + 1;
  return counts;
}

describe('the rules of discounts in SQL', () => {
  it('[STATE-21] [STATE-22] [STATE-23] [COL-30] [EDIT-04] are those of the domain, for any decision', async () => {
    store = await openFactStore({ temp_folder: '/tmp/palier-rules-test', memory_limit: '400MB' });
    let compared = 0;
    let rises = 0;
    const seen = new Set<string>();
    for (let seed = 1; seed <= PROJECTS; seed += 1) {
      const project = randomProject(seed, 60);
      const random = newRandom(seed);
      const folder = await writeProject(project);
      const facts = await store.openProject({ project_id: 'p', folder, catalogue: project.catalogue });
      const has_optimizations = seed % 2 === 0;
      const decisions = randomDecisions(project, random, seed, 0.9);
      await facts.applyDecisions(decisions);
      await facts.applyState({ version: seed, has_optimizations, residual_value: DEFAULT_RESIDUAL_VALUE });
      const byId = new Map<string, Partial<DecisionRow>>(decisions.map((row) => [row.discount_id, row]));
      const { records } = buildReference(project, decisions);
      const expected = new Map(records.map((record) => [record._id, record]));
      for (const row of await facts.linesById(project.lines.map(({ _id }) => _id))) {
        const decision = byId.get(row._id) ?? {};
        const discount_pct = effectiveDiscount(decision);
        const path = { discount_pct, previous_discount_pcts: decision.previous_discount_pcts ?? [] };
        expect({
          ...{ pct: row.discount_pct, kind: row.discount_kind, increment: row.discount_pct_incr },
          changed: row.changed_since_review,
        }).toEqual({
          changed: isChangedSinceReview(decision),
          pct: discount_pct,
          kind: discountKind(decision, has_optimizations),
          increment: discountIncrement(path),
        });
        const rise = readNumber(row, 'price_rise');
        expect(rise, `${seed} ${row._id}`).toBe(expected.get(row._id)?.price_rise);
        rises += rise === null ? 0 : 1;
        seen.add(String(row.discount_kind));
        compared += 1;
      }
      const edits = [
        ...[-100, -15, 5, 25].map((discount_pct_change) => ({ discount_pct_change })),
        ...[...project.levels.filter((_, index) => index % 2 === 0), 33, null].map((discount_pct_user) => ({
          discount_pct_user,
        })),
      ];
      for (const edit of edits) {
        const { refused } = await facts.whatIf([{ selection: {}, ...edit }]);
        const faults = project.lines.map(({ _id }) => {
          const decision = byId.get(_id) ?? {};
          const wanted =
            'discount_pct_change' in edit
              ? nearestLevel((effectiveDiscount(decision) ?? 0) + edit.discount_pct_change, project.levels)
              : edit.discount_pct_user;
          return discountFault(wanted, decision, project.levels);
        });
        expect(refused, JSON.stringify(edit)).toEqual(countFaults(faults));
        for (const fault of faults) if (fault) seen.add(fault);
        compared += faults.length;
      }
      await facts.close();
      await rm(folder, { recursive: true, force: true });
    }
    expect([...seen].sort()).toEqual([
      ...['above_shield', 'auto', 'below_previous', 'below_shield', 'not_a_level', 'null'],
      ...['optimised', 'user'],
    ]);
    expect(rises).toBeGreaterThan(PROJECTS * 5);
    expect(compared).toBeGreaterThan(PROJECTS * 400);
  });
});
