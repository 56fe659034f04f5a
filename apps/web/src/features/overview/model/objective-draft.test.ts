import { expect, it } from 'vitest';
import { draftObjective, objectiveDraft, objectiveFaults } from './objective-draft.ts';

const objective = {
  discount_pct_distribution: { 20: 40, 40: 60 },
  discount_pct_distribution_params: {
    basis: 'sum_stock_qty' as const,
    tolerance_pct: 2.5,
    discount_budget: 680_000,
  },
  discount_pct_allocation_priority: 'stock_qty' as const,
};

it('[OPT-07] an objective is shown with its parameters and its priority, and kept as it is shown', () => {
  const draft = objectiveDraft({ objective });
  expect(draft).toEqual({
    ...{ shares: null, priority: 'stock_qty', basis: 'sum_stock_qty' },
    ...{ tolerance: '2,5', budget: '680000' },
  });
  expect(
    draftObjective({ objective, catalog_currency: 'EUR' }, draft, objective.discount_pct_distribution),
  ).toEqual(objective);
});

it('[OPT-07] without one, shares are of products, missed by a point at most, without a ceiling', () => {
  const draft = objectiveDraft({ objective: null });
  expect(draft).toMatchObject({ basis: 'discount_count', tolerance: '1', budget: '' });
  expect(
    draftObjective({ objective: null, catalog_currency: 'EUR' }, draft, { 20: 100 })
      .discount_pct_distribution_params,
  ).toEqual({
    ...{ basis: 'discount_count', tolerance_pct: 1, discount_budget: null },
  });
});

it('[OPT-07] says what cannot be read', () => {
  const draft = objectiveDraft({ objective });
  expect(objectiveFaults({ ...draft, tolerance: '0', budget: '12 000 €' }, 'EUR')).toEqual({});
  expect(objectiveFaults({ ...draft, tolerance: 'deux', budget: 'peu' }, 'EUR')).toEqual({
    ...{ budget: 'Donnez un montant.', tolerance: 'De 0 à 100 points.' },
  });
  expect(objectiveFaults({ ...draft, tolerance: '101' }, 'EUR')).toHaveProperty('tolerance');
});

it('[OPT-07] reads a budget in the money of the project', () => {
  const project = { objective, catalog_currency: 'GBP' };
  for (const budget of ['120 000,50 £', '120000,50', '120 000,50 GBP']) {
    const draft = { ...objectiveDraft(project), budget };
    expect(objectiveFaults(draft, 'GBP')).toEqual({});
    expect(draftObjective(project, draft, {}).discount_pct_distribution_params?.discount_budget).toBe(
      120_000.5,
    );
  }
  expect(objectiveFaults({ ...objectiveDraft(project), budget: '120 000 €' }, 'GBP')).toHaveProperty(
    'budget',
  );
});
