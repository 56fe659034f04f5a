import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SearchPicker } from './search-picker.tsx';

afterEach(cleanup);

const sections = [
  {
    label: 'Produit',
    options: [
      { id: 'brand', label: 'Marque' },
      { id: 'material', label: 'Matière' },
    ],
  },
  { label: 'Stock', options: [{ id: 'stock_qty', label: 'Stock total' }] },
];

function open(onPick: (id: string) => void, value: string | null = 'brand') {
  render(
    <SearchPicker label="Champ" sections={sections} value={value} onPick={onPick} button={{}}>
      Marque
    </SearchPicker>,
  );
  return userEvent
    .click(screen.getByRole('combobox', { name: 'Champ' }))
    .then(() => waitFor(() => expect(document.activeElement?.tagName).toBe('INPUT')));
}
const names = () => screen.getAllByRole('option').map((option) => option.textContent);

describe('a long list that is searched', () => {
  it('shows its options by section', async () => {
    await open(vi.fn());
    await waitFor(() => expect(names()).toEqual(['Marque', 'Matière', 'Stock total']));
    expect(screen.getByRole('group', { name: 'Stock' })).toBeTruthy();
  });

  it('is narrowed by what is typed, without accents, and chosen by Enter', async () => {
    const onPick = vi.fn();
    await open(onPick);
    await userEvent.keyboard('matiere');
    await waitFor(() => expect(names()).toEqual(['Matière']));
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(onPick.mock.calls).toEqual([['material']]));
  });

  it('is narrowed by a section’s name, and says that it has nothing of a name', async () => {
    await open(vi.fn(), null);
    await userEvent.keyboard('stock');
    await waitFor(() => expect(names()).toEqual(['Stock total']));
    await userEvent.keyboard(' zzz');
    expect(await screen.findByText('Rien de ce nom.')).toBeTruthy();
  });

  it('opens from the keyboard the first time too, and gives the focus back on Escape', async () => {
    render(
      <SearchPicker label="Champ" sections={sections} value="brand" onPick={vi.fn()} button={{}}>
        Marque
      </SearchPicker>,
    );
    await userEvent.tab();
    await userEvent.keyboard('{ArrowDown}');
    await waitFor(() => expect(names()).toEqual(['Marque', 'Matière', 'Stock total']));
    await waitFor(() => expect(document.activeElement?.tagName).toBe('INPUT'));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryAllByRole('option')).toEqual([]));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Champ' })));
  });
});
