import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { lastYearReference } from '../model/compared.ts';
import { GapCard } from './gap-card.tsx';
import { ResultFigures } from './result-figures.tsx';

const figures = { sales_qty: 10, sales: 100, list_sales: 120, profit: 40, discount_budget: 20 };
const gap = { price: -1, volume: -2, mix: 0, stock_out: 0, total: -3 };

function show(planned: typeof figures | null): string {
  const total = {
    planned,
    real: figures,
    gap,
    last_year: null,
    line_count: 4,
    compared_count: 2,
    planned_count: 2,
    unknown_line_count: 0,
  };
  const currencies = { catalog: 'EUR', accounting: 'EUR' };
  const { container } = render(
    <ResultFigures
      {...{ total, left: null, merit: null, season: null, over: false, currencies }}
      reference={lastYearReference(total)}
    />,
  );
  return container.textContent ?? '';
}

it('the gap of a part is not said to be that of the whole to its plan', () => {
  expect(show(figures)).toMatch(/Marge après invendus.*−3.*prévu/);
  expect(show(null)).not.toMatch(/prévu/);
  expect(screen.getAllByText('Marge après invendus')).toHaveLength(2);
});

it('the parts of the gap are said to the same unit, so that they add up as they are read', () => {
  const parts = { price: -300.2, volume: 726.4, mix: -1045.3, stock_out: 0, total: -619.1 };
  const total = {
    planned: figures,
    real: figures,
    gap: parts,
    last_year: null,
    line_count: 4,
    compared_count: 4,
    planned_count: 4,
    unknown_line_count: 0,
  };
  const { container } = render(<GapCard total={total} merit={null} currency="EUR" />);
  const said = (container.textContent ?? '').replace(/[\u00a0\u202f]/g, ' ');
  expect(said).toContain('−300 € +726 € −1 045 € 0 € = −619 €');
  expect(said).not.toContain('k€');
});
