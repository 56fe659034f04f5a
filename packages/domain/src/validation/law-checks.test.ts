import { describe, expect, it } from 'vitest';
import { LAW_RULE_KEYS, lawPolicy } from '../law/rules.ts';
import { soldesFaults } from '../law/soldes.ts';
import { LAW_COUNTS, type LawCountKey, type LawFacts, lawCheck } from './law-checks.ts';

const plain = (text: string | null | undefined): string => (text ?? '').replaceAll('\u202f', ' ');

function facts(counts: Partial<Record<LawCountKey, number>>, more: Partial<LawFacts> = {}): LawFacts {
  const all = LAW_COUNTS.map((key) => [key, { count: counts[key] ?? 0, sales: 1000 * (counts[key] ?? 0) }]);
  return {
    ...{ policy: lawPolicy(null), currency: 'EUR', first_day: '2026-06-24', goods_day: '2026-05-24' },
    counts: Object.fromEntries(all) as LawFacts['counts'],
    ...{ is_soldes: true, faults: [] },
    ...more,
  };
}

describe('what the law says before a validation', () => {
  it('says nothing is wrong where nothing is', () => {
    const checks = LAW_RULE_KEYS.flatMap((key) => lawCheck(key, facts({})) ?? []);
    expect(checks.map(({ state }) => state)).toEqual(['ok', 'ok', 'ok', 'ok']);
    expect(lawCheck('soldes_dates', facts({}, { is_soldes: false }))).toBeNull();
  });

  it('leads to the products whose prior price is not proven, with what they are expected to sell for', () => {
    const check = lawCheck('prior_price', facts({ unproven: 12, unknown: 8, till: 1, recent: 3 }));
    expect(check).toMatchObject({
      state: 'attention',
      text: '12 produits démarqués au prix antérieur non établi',
      filter: { rules: [{ field: 'announcement' }, { field: 'prior_price_state', operator: 'in' }] },
    });
    expect(plain(check?.detail)).toBe(
      '8 inconnus, sans annonce ; 1 vu en caisse, à confirmer ; 3 en vente depuis moins de 30 jours ; 12 k€ de CA prévu',
    );
  });

  it('notes, warns or blocks as the organisation chose, and not before the text stood', () => {
    const state = (level: 'note' | 'warn' | 'block', first_day = '2026-06-24') =>
      lawCheck(
        'announced_pct',
        facts({ unlike: 2, less: 1, none: 1 }, { policy: lawPolicy({ announced_pct: level }), first_day }),
      )?.state;
    expect([state('note'), state('warn'), state('block')]).toEqual(['ok', 'attention', 'blocked']);
    expect(state('block', '2022-01-05')).toBeUndefined();
  });

  it('says a phase of soldes outside the legal dates, with those', () => {
    const faults = soldesFaults(
      { name: 'Soldes/Robes', phases: [{ start_date: '2026-11-25' }], end_date: '2026-12-23' },
      [null],
    );
    const check = lawCheck('soldes_dates', facts({}, { faults }));
    expect(check?.text).toBe('« Démarque 1 » est hors des dates légales des soldes');
    expect(check?.detail).toBe('25 nov. → 22 déc. ; Soldes d’hiver du 6 janv. au 2 févr. 2027 (France)');
  });

  it('says under cost outside soldes alone: during them it is allowed', () => {
    expect(lawCheck('below_known_cost', facts({ below: 3 }))).toBeNull();
    expect(lawCheck('below_known_cost', facts({ below: 3 }, { is_soldes: false }))).toMatchObject({
      state: 'attention',
      text: '3 produits sous le coût connu, hors soldes',
    });
  });

  it('says goods of soldes on sale for less than a month, and those without a date', () => {
    const check = lawCheck('soldes_goods', facts({ goods: 4, undated: 2 }));
    expect(plain(check?.detail)).toBe(
      'mis en vente après le 24 mai 2026 ; 2 autres sans date de mise en vente ; 4 k€ de CA prévu',
    );
    expect(lawCheck('soldes_goods', facts({ goods: 4 }, { is_soldes: false }))).toBeNull();
  });
});
