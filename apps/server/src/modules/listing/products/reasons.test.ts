import type { Line } from '@palier/domain';
import { describe, expect, it } from 'vitest';
import { reasonsFor } from './reasons.ts';

const line = { discount_pct: 30, discount_pct_user: 30 } as Line;
const facts = {
  ...{ levels: [], response_source: null, currency: 'EUR', costs: true, working_phase: 0 },
} as const;

describe('reasonsFor', () => {
  it('says by how much what past forecasts missed moves this one, and why above all', () => {
    const correction = { share: -0.12, reason: 'others' } as const;
    const said = reasonsFor(line, { ...facts, levels: [], correction }).at(-1) ?? '';
    expect(said.replaceAll(/\s/g, ' ')).toBe(
      'Ce que les prévisions passées ont manqué abaisse la demande prévue de 12 % : surtout les démarques des autres produits.',
    );
  });

  it('gives the median beside the mean where they differ', () => {
    const level = {
      discount_pct: 30,
      phase: { sales_qty: 15 },
      total: {},
      phase_p10: 2,
      phase_p90: 40,
      allowed: true,
      removed_by: [],
    };
    const said = (median: number) => reasonsFor(line, { ...facts, levels: [level], median }).join(' ');
    expect(said(11).replaceAll(/\s/g, ' ')).toContain(
      'prévue à 15 unités en moyenne (médiane : 11) : le plus souvent moins, et parfois bien plus.',
    );
    expect(said(19)).toContain('le plus souvent plus, et parfois bien moins');
    expect(said(14.5)).not.toContain('médiane');
  });

  it('compares with where the price stands: without a discount, or left out, at that of the phase before', () => {
    const level = (discount_pct: number, sales_qty: number) => ({
      ...{ discount_pct, phase: { sales_qty }, total: { sales_qty, profit_after_leftovers: 0 } },
      ...{ phase_p10: 2, phase_p90: 40, allowed: discount_pct >= 20, removed_by: [] },
    });
    const levels = [level(0, 4), level(20, 10), level(40, 16), level(60, 25)];
    const said = (fields: Partial<Line>) =>
      reasonsFor({ previous_discount_pcts: [20], ...fields } as Line, {
        ...{ ...facts, costs: false, levels, median: 3 },
      })
        .join(' ')
        .replaceAll(/\s/g, ' ');
    const standing = [
      { discount_pct: null, discount_pct_user: null, included: true },
      { discount_pct: 60, discount_pct_user: 60, included: false },
    ];
    for (const fields of standing) {
      expect(said(fields)).toContain('À 40 %, +6 unités, jusqu’à la fin.');
      expect(said(fields)).not.toContain('À 20 %');
      expect(said(fields)).toContain('prévue à 10 unités en moyenne');
    }
    expect(said({ discount_pct: 40, discount_pct_user: 40, included: true })).toContain('À 60 %, +9 unités');
  });

  it('says where an automatic discount comes from: the phase before, the rules by their names, or neither', () => {
    const said = (fields: Partial<Line>, given_by_rules = false) =>
      reasonsFor({ discount_pct: 40, discount_pct_user: null, ...fields } as Line, {
        ...{ ...facts, given_by_rules, levels: [] },
      })[0]?.replaceAll(/\s/g, ' ');
    const rule = { id: 'r1', name: 'Jardin à 40' };
    expect(said({ previous_discount_pcts: [20, 40] })).toContain('40 % prolonge la démarque précédente');
    expect(said({ previous_discount_pcts: [20], applied_discount_rules: [rule] }, true)).toBe(
      '40 % vient des règles : la règle « Jardin à 40 » prend ce produit.',
    );
    expect(said({ applied_discount_rules: [rule, { id: 'r2', name: 'Au plus 50' }] }, true)).toContain(
      'les règles « Jardin à 40 », « Au plus 50 » prennent ce produit',
    );
    expect(said({ previous_discount_pcts: [] })).toContain('démarque automatique');
    // Rules that only bound it did not give it, unless they moved it.
    const bound = { applied_discount_rules: [rule], discount_pct_auto: 40, discount_pct_max: 60 };
    expect(said(bound)).toContain('40 % est la démarque automatique');
    const moved = { ...bound, discount_pct_auto: 50, discount_pct_max: 40 };
    expect(said(moved)).toContain('40 % vient des règles');
    expect(said({ ...moved, discount_pct_opti: 50 })).toBe(
      '40 % vient des règles : la règle « Jardin à 40 » prend ce produit ; l’optimisation proposait 50 %.',
    );
    expect(said({ discount_pct_opti: 40 })).toBe('40 % est la démarque proposée par l’optimisation.');
  });

  it('says of a closed project what was before its last phase, and of a product left out the price that it keeps', () => {
    const said = (fields: Partial<Line>, working_phase: number | null) =>
      reasonsFor({ discount_pct: 70, ...fields } as Line, { ...facts, working_phase, levels: [] })
        .join(' ')
        .replaceAll(/\s/g, ' ');
    const past = { previous_discount_pcts: [30, 50, 70] };
    expect(said(past, null)).toContain('70 % est la démarque automatique');
    expect(said(past, null)).toContain('La démarque précédente était de 50 %.');
    expect(said(past, 3)).toContain('70 % prolonge la démarque précédente');
    const out = { discount_pct_user: 70, included: false };
    expect(said({ ...out, previous_discount_pcts: [30] }, 1)).toContain(
      'Le produit est exclu de la démarque : il garde sa démarque précédente, 30 %.',
    );
    expect(said(out, 0)).toContain('exclu de la démarque : il reste à son prix plein.');
  });

  it('says the response of the forecast that is shown, and counts in French', () => {
    const level = {
      ...{
        discount_pct: 30,
        phase: { sales_qty: 1.3 },
        total: { sales_qty: 2, profit_after_leftovers: null },
      },
      ...{ phase_p10: 0, phase_p90: 4, allowed: true, removed_by: [] },
    };
    const said = (share: number) =>
      reasonsFor(line, {
        ...{ ...facts, levels: [level, { ...level, discount_pct: 40 }], median: 0 },
        ...{ response: { from: 30, to: 40, share }, response_source: 'Prévision importée' },
      })
        .join(' ')
        .replaceAll(/\s/g, ' ');
    expect(said(0.42)).toContain(
      'Prévision importée : de 30 % à 40 %, la demande prévue augmente d’environ 42 %, si le stock suffit.',
    );
    expect(said(0)).toContain('de 30 % à 40 %, la demande prévue ne change pas.');
    expect(said(0)).toContain('prévue à 1 unité en moyenne (médiane : 0)');
    // Without a cost, what it earns is not known, which is not nothing.
    expect(said(0)).toContain('À 40 %, 0 unité, jusqu’à la fin.');
  });

  it('says nothing of a correction where nothing is left to sell', () => {
    const level = {
      ...{ discount_pct: 30, phase: { sales_qty: 0 }, total: {} },
      ...{ phase_p10: 0, phase_p90: 0, allowed: true, removed_by: [] },
    };
    const correction = { share: -0.12, reason: 'others' } as const;
    expect(reasonsFor(line, { ...facts, levels: [level], correction }).join(' ')).not.toContain('manqué');
  });

  it('compares a step more or less in units alone for who may not see what it earns', () => {
    const level = (discount_pct: number, sales_qty: number) => ({
      ...{ discount_pct, phase: {}, total: { sales_qty, profit_after_leftovers: 100 - sales_qty } },
      ...{ phase_p10: 2, phase_p90: 40, allowed: true, removed_by: [] },
    });
    const levels = [level(20, 8), level(30, 10)];
    const said = (costs: boolean) => reasonsFor(line, { ...facts, costs, levels }).join(' ');
    expect(said(true)).toContain('marge après invendus');
    expect(said(false)).toMatch(/À 20.%, .2.unités, jusqu’à la fin/);
  });

  it('says nothing of a forecast that is not corrected', () => {
    expect(reasonsFor(line, { ...facts, levels: [], correction: null }).join(' ')).not.toContain('manqué');
  });
});
