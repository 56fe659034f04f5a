import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { newGroup } from '../../../test/new-group.ts';
import { CellMenu, filtersOf } from './cell-menu.tsx';

afterEach(cleanup);

type Props = ComponentProps<typeof CellMenu>;

const groupRow = (group: Parameters<typeof newGroup>[0]) => {
  const node = { group: newGroup({ key: 'Lune', ...group }) };
  return { kind: 'group', id: 'Lune', depth: 0, parent: '', node } as unknown as Props['cell']['row'];
};

function open(cell: Props['cell'], reviewGroup = vi.fn(), work_locked = false) {
  const props = {
    ...{ cell, point: { x: 0, y: 0 }, onClose: () => undefined, setPanel: () => undefined },
    context: {
      ...{ catalog_currency: 'GBP', accounting_currency: 'EUR', work_locked },
      actions: { reviewGroup },
    },
    handle: { state: { parameters: { searchQuery: null } }, changeParameters: () => undefined },
    // Somebody else has changed the rows since.
    ...{ listing: { rows: [] }, layout: { columns: [] } },
  } as unknown as Props;
  render(<CellMenu {...props} />);
  return reviewGroup;
}

const column = { id: 'price', label: 'Prix', section: 'product', section_label: 'Produit', width: 80 };

it('a filter asked on a figure keeps the product it was asked on, whatever its cents', () => {
  for (const value of [1234.567, 1234.561, -12.345, -12.349, 0.004, 239.9, 240.00000000000003, 12]) {
    const [least, most] = filtersOf('sales', value);
    expect(Number(least?.value)).toBeLessThanOrEqual(value);
    expect(Number(most?.value)).toBeGreaterThanOrEqual(Math.round(value * 1e9) / 1e9);
    expect(Number(most?.value) - Number(least?.value)).toBeLessThan(0.011);
  }
  expect(filtersOf('sales', 239.9).map(({ value }) => value)).toEqual([239.9, 239.9]);
});

it('acts on the group that it was asked on, though rows have moved under it', async () => {
  const reviewGroup = open({ row: groupRow({}), column });
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Marquer tout le groupe revu' }));
  expect(reviewGroup).toHaveBeenCalledWith('Lune', true);
});

it('says that a group all reviewed is to be reviewed again, and does only that', async () => {
  const reviewGroup = open({ row: groupRow({ discount_pct_reviewed_count: 10 }), column });
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Marquer tout le groupe à revoir' }));
  expect(reviewGroup).toHaveBeenCalledWith('Lune', false);
});

it('offers nothing to decide where nothing may be', async () => {
  open({ row: groupRow({}), column: { ...column, sort_field: 'price' } }, vi.fn(), true);
  await screen.findByRole('menuitem', { name: 'Trier par Prix, croissant' });
  expect(screen.getAllByRole('menuitem')).toHaveLength(2);
});

it('says amounts in the money of the project', async () => {
  const line = { _id: 'l1', item_group_id: 'R01', price: 12 };
  const row = { kind: 'line', id: 'l1', depth: 0, parent: '', line } as unknown as Props['cell']['row'];
  open({ row, column });
  expect(await screen.findByRole('menuitem', { name: /^Filtrer.*≥ 12,00.£$/ })).toBeDefined();
});
