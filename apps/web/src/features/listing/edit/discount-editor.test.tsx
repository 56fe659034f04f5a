import { NO_DECISION } from '@palier/domain';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Line } from '../rows/row.ts';
import { DiscountEditor } from './discount-editor.tsx';

afterEach(cleanup);

const line: Line = {
  ...NO_DECISION,
  ...{ _id: 'a', item_group_id: 'A', price: 49.99, included: true },
  curve: { levels: [0, 20, 40], rates: null, phase_qty: [], rest_qty: [] },
};

it('a price typed in the place of a discount is in the money of the project', () => {
  const nothing = () => undefined;
  render(
    <DiscountEditor
      {...{ anchor: document.body, scroller: null, title: 'A', line, tried: null, value: null, typed: null }}
      {...{ levels: [0, 20, 40], selected: 1, catalog_currency: 'GBP', accounting_currency: 'EUR' }}
      onCommit={nothing}
      onCancel={nothing}
    />,
  );
  const input = screen.getByLabelText('Démarque de A');
  fireEvent.change(input, { target: { value: '29,99' } });
  expect(input.nextElementSibling?.textContent).toBe('£');
  fireEvent.change(input, { target: { value: '30 £' } });
  expect(input.nextElementSibling?.textContent).toBe('£');
  fireEvent.keyDown(input, { key: 'Enter' });
  expect(screen.getByRole('alert').textContent?.replaceAll(/\s/g, ' ')).toContain('ne le met à 30,00 £');
});

it('what is typed is kept when the user goes on in another cell or field, which keeps the keyboard', () => {
  const onCommit = vi.fn();
  render(
    <>
      <input aria-label="Nom ou code" />
      <DiscountEditor
        {...{ anchor: document.body, scroller: null, title: 'A', line, tried: null, value: 20, typed: null }}
        {...{ levels: [0, 20, 40], selected: 1, catalog_currency: 'EUR', accounting_currency: 'EUR' }}
        onCommit={onCommit}
        onCancel={() => undefined}
      />
    </>,
  );
  fireEvent.change(screen.getByLabelText('Démarque de A'), { target: { value: '40' } });
  screen.getByLabelText('Nom ou code').focus();
  expect(onCommit).toHaveBeenCalledWith({ value: 40, move: 'away', all: false, comment: '' });
});
