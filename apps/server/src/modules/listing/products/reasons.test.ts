import type { Line } from '@palier/domain';
import { describe, expect, it } from 'vitest';
import { reasonsFor } from './reasons.ts';

const line = { discount_pct: 30, discount_pct_user: 30 } as Line;
const facts = { levels: [], elasticity: null, currency: 'EUR' } as const;

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
    };
    const said = (median: number) => reasonsFor(line, { ...facts, levels: [level], median }).join(' ');
    expect(said(11).replaceAll(/\s/g, ' ')).toContain('prévue à 15 unités en moyenne (médiane : 11)');
    expect(said(14.5)).not.toContain('médiane');
  });

  it('says nothing of a forecast that is not corrected', () => {
    expect(reasonsFor(line, { ...facts, levels: [], correction: null }).join(' ')).not.toContain('manqué');
  });
});
