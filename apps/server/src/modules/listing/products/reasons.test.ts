import type { Line } from '@palier/domain';
import { describe, expect, it } from 'vitest';
import { reasonsFor } from './reasons.ts';

const line = { discount_pct: 30, discount_pct_user: 30 } as Line;
const facts = { levels: [], elasticity: null, currency: 'EUR', costs: true } as const;

describe('reasonsFor', () => {
  it('says by how much what past forecasts missed moves this one, and why above all', () => {
    const correction = { share: -0.12, reason: 'others' } as const;
    const said = reasonsFor(line, { ...facts, levels: [], correction }).at(-1) ?? '';
    expect(said.replaceAll(/\s/g, ' ')).toBe(
      'Ce que les prévisions passées ont manqué abaisse celle-ci de 12 % : surtout les démarques des autres produits.',
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
    const said = (fields: Partial<Line>) =>
      reasonsFor({ discount_pct: 40, discount_pct_user: null, ...fields } as Line, {
        ...facts,
        levels: [],
      })[0]?.replaceAll(/\s/g, ' ');
    const rule = { id: 'r1', name: 'Jardin à 40' };
    expect(said({ previous_discount_pcts: [20, 40] })).toContain('40 % prolonge la démarque précédente');
    expect(said({ previous_discount_pcts: [20], applied_discount_rules: [rule] })).toBe(
      '40 % vient des règles : la règle « Jardin à 40 » prend ce produit.',
    );
    expect(said({ applied_discount_rules: [rule, { id: 'r2', name: 'Au plus 50' }] })).toContain(
      'les règles « Jardin à 40 », « Au plus 50 » prennent ce produit',
    );
    expect(said({ previous_discount_pcts: [] })).toContain('démarque automatique');
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
