import type { RuleEffect } from '@palier/contract';
import { defaultViewParameters } from '@palier/domain';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import type { Line } from '../rows/row.ts';
import { decodeState } from '../screen/url-state.ts';
import { RuleEffects } from './rule-effects.tsx';

afterEach(() => vi.restoreAllMocks());

const query = { combinator: 'and' as const, rules: [{ field: 'brand', operator: 'equals', value: 'Novéa' }] };
const ceiling: RuleEffect = {
  rule_id: 'r1',
  name: 'Novéa, 10 % au plus',
  query: query as RuleEffect['query'],
  discount_count: 38,
  discount: { min: null, max: 10 },
  overruled_by: null,
  without: { discount_pct: 20, discount_pct_min: null, discount_pct_max: null },
};
const floor: RuleEffect = {
  ...ceiling,
  ...{ rule_id: 'r2', name: 'Au moins 30 %', discount: { min: 30, max: null } },
  ...{ overruled_by: 'Novéa, 10 % au plus', without: { ...ceiling.without, discount_pct_max: 10 } },
};
/** Margins of 0, 100, 180 and 120 € at 0, 10, 20 and 30 %. */
const line: Line = {
  ...{
    _id: 'l1',
    item_group_id: 'NV-1',
    price: 12,
    base_price: 10,
    cost: 0,
    stock_qty: 1000,
    residual_value: 1,
  },
  ...{ discount_pct: 10, discount_pct_max: 10 },
  applied_discount_rules: [ceiling, floor].map(({ rule_id, name }) => ({ id: rule_id, name })),
  curve: {
    levels: [0, 10, 20, 30],
    phase_qty: [0, 100 / 9, 180 / 8, 120 / 7],
    rest_qty: Array.from({ length: 16 }, () => 0),
  },
};

afterEach(cleanup);

const state = decodeState(new URLSearchParams('q=robe&produit=NV-1'), defaultViewParameters());

function show(shown: Line) {
  const fetched = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(
      async () => new Response(JSON.stringify({ data: [ceiling, floor] }), { status: 200 }),
    );
  const change = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <ul>
          <RuleEffects
            project={{ _id: 'p1' }}
            line={shown}
            handle={{ state, change }}
            context={{ levels: [0, 10, 20, 30], accounting_currency: 'EUR' }}
          />
        </ul>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { fetched, change };
}

it('says what each rule of a product asks and costs, and lists the products that it takes', async () => {
  const { fetched, change } = show(line);
  expect(await screen.findByText(/au plus 10/)).toBeTruthy();
  expect(String(fetched.mock.calls[0]?.[0])).toContain('/discounts/l1/rules');
  const [first, second] = screen.getAllByRole('listitem');
  expect(first?.textContent).toMatch(
    /Sans elle, 20.%.donnerait \+80.€ de marge après invendus et \+11 unités/,
  );
  expect(second?.textContent).toMatch(/l’emporte : Novéa.*la meilleure marge après invendus serait la même/);
  fireEvent.click(screen.getAllByRole('button', { name: 'Voir ses produits (38)' })[0] as HTMLElement);
  expect(change).toHaveBeenCalledWith({
    parameters: { ...state.parameters, searchQuery: query, included: false },
    q: '',
    product: null,
  });
});

it('says nothing of what a rule costs to who does not see costs: nobody knows it there', async () => {
  const { cost: _, ...unseen } = line;
  show(unseen);
  expect(await screen.findByText(/au plus 10/)).toBeTruthy();
  expect(screen.queryByText(/Sans elle/)).toBeNull();
});
