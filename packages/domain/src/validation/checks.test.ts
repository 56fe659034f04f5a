import { describe, expect, it } from 'vitest';
import { judgeLoss } from '../loss/loss.ts';
import { priceRise } from '../price/rise.ts';
import { distributionShares } from '../stats/distribution.ts';
import { belowCostCheck, changedCheck, distributionCheck, meritCheck, priceRiseCheck } from './checks.ts';
import { departedCheck, doubtfulCheck, gapsCheck } from './data-checks.ts';

const plain = (text: string | null | undefined): string => (text ?? '').replaceAll('\u202f', ' ');
const loss = (merit: number, nothing: number) =>
  judgeLoss({
    discount_count: 10,
    profit_after_leftovers: merit,
    nothing_profit_after_leftovers: nothing,
    current_profit_after_leftovers: merit,
    below_cost_count: 0,
    current_below_cost_count: 0,
    added_below_cost_count: 0,
  });

describe('what the server says before a phase is validated', () => {
  it('reads merit against doing nothing, and says a loss as one', () => {
    expect(meritCheck(loss(127_200, 68_000), 'EUR')).toMatchObject({ state: 'ok' });
    expect(plain(meritCheck(loss(127_200, 68_000), 'EUR').detail)).toBe('+59,2 k€ face à ne rien faire');
    expect(meritCheck(loss(50_000, 68_000), 'EUR').state).toBe('loss');
    expect(plain(meritCheck(loss(50_000, 68_000), 'EUR').detail)).toBe('18 k€ de moins que ne rien faire');
    expect(meritCheck(loss(-10_000, -68_000), 'EUR').state).toBe('loss');
  });

  it('leads to the products whose discount is no longer the reviewed one, where there are any', () => {
    expect(changedCheck(0)).toBeNull();
    expect(changedCheck(1)).toMatchObject({ state: 'attention', text: '1 produit modifié depuis sa revue' });
    expect(changedCheck(3)?.text).toBe('3 produits modifiés depuis leur revue');
  });

  it('says the gaps to the till, where it said anything', () => {
    expect(gapsCheck(null)).toBeNull();
    expect(gapsCheck([])).toMatchObject({ state: 'ok', text: 'Totaux de la caisse retrouvés' });
    const gap = { month: '2026-06', place: 'L1', place_name: 'Lille', expected: 10, found: 8, causes: [] };
    const gaps = (['revenue', 'quantity', 'stock'] as const).map((measure) => ({ ...gap, measure }));
    expect(gapsCheck(gaps)).toMatchObject({
      state: 'attention',
      text: '3 écarts à la caisse',
      detail: 'CA, juin 2026, Lille ; pièces, juin 2026, Lille et 1 de plus',
    });
  });

  it('says what is doubtful in the data and that nobody decided of', () => {
    expect(doubtfulCheck(null)).toBeNull();
    expect(doubtfulCheck([])?.state).toBe('ok');
    expect(doubtfulCheck([{ label: '72 produits sans coût' }])).toMatchObject({
      state: 'attention',
      text: 'Données douteuses, 1 constat à décider',
      detail: '72 produits sans coût',
    });
  });

  it('names the decided products that left with their stock, the largest first', () => {
    const line = (title: string | null, stock_qty: number | null) => ({
      ...{ item_group_id: 'R1', title, stock_qty },
    });
    expect(departedCheck([])).toBeNull();
    expect(departedCheck([line(null, null)])).toMatchObject({
      ...{ state: 'attention', text: '1 produit décidé n’est plus dans le projet', detail: 'R1' },
    });
    const four = departedCheck([line('Robe', 1), line('Jupe', 1200), line('Gilet', 0), line('Haut', 3)]);
    expect(plain(four?.detail)).toBe('Jupe (1 200 pièces), Haut (3 pièces), Robe (1 pièce) et 1 de plus');
  });

  it('leads to the products under their cost', () => {
    expect(belowCostCheck({ below_cost_count: 0 })).toMatchObject({ state: 'ok', filter: null });
    expect(belowCostCheck({ below_cost_count: 2 })).toMatchObject({
      state: 'attention',
      text: '2 produits sous leur coût',
      filter: { rules: [{ field: 'below_cost' }] },
    });
  });

  it('leads to the products that would be dearer than their label, to the cent', () => {
    expect([priceRise(42, 28), priceRise(28.004, 28), priceRise(17.5, 28)]).toEqual([14, null, null]);
    expect([priceRise(42, null), priceRise(null, 28)]).toEqual([null, null]);
    const check = priceRiseCheck({ count: 2, excluded: 0, largest: 14 }, 'la démarque 1', 'EUR');
    expect(check).toMatchObject({ state: 'attention', text: '2 produits plus chers qu’à la démarque 1' });
    expect(plain(check.detail)).toBe('jusqu’à 14,00 € de plus sur l’étiquette');
    const carried = priceRiseCheck({ count: 2, excluded: 1, largest: 14 }, 'la démarque 1', 'EUR');
    expect(plain(carried.detail)).toMatch(/ ; dont 1 exclu, au prix reconduit$/);
    expect(check.filter?.rules).toEqual([{ field: 'price_rise', operator: 'is_set' }]);
    expect(priceRiseCheck({ count: 0, excluded: 0, largest: null }, 'la démarque 1', 'EUR')).toMatchObject({
      ...{ state: 'ok', text: 'Aucun produit plus cher qu’à la démarque 1', filter: null },
    });
  });

  it('says the widest gap to the objective, in products or in stock, also at a discount that nobody has', () => {
    const shares = distributionShares([
      { discount_pct: 0, discount_count: 5, sum_stock_qty: 10 },
      { discount_pct: 20, discount_count: 5, sum_stock_qty: 90 },
    ]);
    const objective = { discount_pct_distribution: { 0: 50, 20: 48, 40: 2 } };
    expect(distributionCheck(null, shares)).toBeNull();
    expect(distributionCheck(objective, shares)).toMatchObject({ state: 'attention' });
    const within = { ...objective, discount_pct_distribution_params: { tolerance_pct: 2 } };
    expect(distributionCheck(within, shares)).toMatchObject({ state: 'ok' });
    const byStock = {
      ...objective,
      discount_pct_distribution_params: { basis: 'sum_stock_qty' as const, tolerance_pct: 2 },
    };
    expect(plain(distributionCheck(byStock, shares)?.detail)).toBe(
      'écart le plus fort +42 pts à 20 %, tolérance 2 pts',
    );
  });

  it('counts the products without a discount with those at 0, as Aperçu does: both are « Pas de démarque »', () => {
    const shares = distributionShares([
      { discount_pct: 0, discount_count: 3, sum_stock_qty: 30 },
      { discount_pct: 20, discount_count: 5, sum_stock_qty: 50 },
      { discount_pct: null, discount_count: 2, sum_stock_qty: 20 },
    ]);
    const wanted = { discount_pct_distribution: { 0: 50, 20: 50 } };
    expect(distributionCheck(wanted, shares)).toMatchObject({ state: 'ok' });
    const byStock = { ...wanted, discount_pct_distribution_params: { basis: 'sum_stock_qty' as const } };
    expect(distributionCheck(byStock, shares)).toMatchObject({ state: 'ok' });
  });
});
