import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Dialog } from './dialog.tsx';
import { Menu, type MenuEntry } from './menu.tsx';
import { PointMenu } from './point-menu.tsx';
import { Popover } from './popover.tsx';

afterEach(cleanup);

const focused = (text: string) =>
  waitFor(() => expect(document.activeElement?.textContent?.trim()).toBe(text));
const gone = (role: string) => waitFor(() => expect(screen.queryByRole(role)).toBeNull());

function renderMenu(entries: readonly MenuEntry[]) {
  render(
    <MemoryRouter>
      <Menu label="Actions" entries={entries}>
        Ouvrir
      </Menu>
      <button type="button">Ailleurs</button>
    </MemoryRouter>,
  );
  return screen.getByRole('button', { name: 'Ouvrir' });
}

const actions = (select: (label: string) => void, ...labels: string[]): MenuEntry[] =>
  labels.map((label) => ({ kind: 'action', label, onSelect: () => select(label) }));

describe('menus by keyboard', () => {
  it('goes round by the arrows, to the ends by Home and End, to a name by its letters', async () => {
    renderMenu(actions(vi.fn(), 'Copier', 'Coller', 'Trier', 'Étendre')).focus();
    await userEvent.keyboard('{Enter}');
    await focused('Copier');
    await userEvent.keyboard('{ArrowUp}');
    await focused('Étendre');
    await userEvent.keyboard('{ArrowDown}');
    await focused('Copier');
    await userEvent.keyboard('{End}');
    await focused('Étendre');
    await userEvent.keyboard('{Home}');
    await focused('Copier');
    await userEvent.keyboard('tr');
    await focused('Trier');
  });

  it('chooses by Enter and gives the focus back to its button', async () => {
    const select = vi.fn();
    const button = renderMenu(actions(select, 'Copier', 'Coller'));
    await userEvent.click(button);
    await focused('Copier');
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(select.mock.calls).toEqual([['Coller']]);
    await gone('menu');
    await waitFor(() => expect(document.activeElement).toBe(button));
  });

  it('starts on the current entry, passes titles and lines, and cannot choose what is disabled', async () => {
    const select = vi.fn();
    const button = renderMenu([
      { kind: 'title', label: 'Vues' },
      { kind: 'link', label: 'Une', to: '/une' },
      { kind: 'link', label: 'Deux', to: '/deux', current: true },
      { kind: 'separator', label: 'fin' },
      { kind: 'action', label: 'Effacer', disabled: true, onSelect: () => select('Effacer') },
    ]);
    await userEvent.click(button);
    await focused('Deux');
    await userEvent.click(screen.getByRole('menuitem', { name: 'Effacer' }));
    expect(select).not.toHaveBeenCalled();
    expect(screen.getByRole('group', { name: 'Vues' })).toBeTruthy();
  });

  it('closes by a press elsewhere and by Tab', async () => {
    const button = renderMenu(actions(vi.fn(), 'Copier'));
    await userEvent.click(button);
    await focused('Copier');
    await userEvent.click(screen.getByText('Ailleurs'));
    await gone('menu');
    await userEvent.click(button);
    await focused('Copier');
    await userEvent.tab();
    await gone('menu');
  });
});

describe('a menu where it was asked for', () => {
  it('moves by arrows and letters, and closes before it does what was chosen', async () => {
    const order: string[] = [];
    const entries = ['Trier', 'Élargir', 'Masquer'].map((label) => ({ label, run: () => order.push(label) }));
    render(
      <PointMenu
        label="Colonne Stock"
        point={{ x: 10, y: 20 }}
        entries={entries}
        onClose={() => order.push('fermé')}
      />,
    );
    await focused('Trier');
    await userEvent.keyboard('m');
    await focused('Masquer');
    await userEvent.keyboard('{ArrowDown}');
    await focused('Trier');
    await userEvent.keyboard('{ArrowUp}');
    await focused('Masquer');
    await userEvent.keyboard('{Enter}');
    expect(order).toEqual(['fermé', 'Masquer']);
  });

  it.each([
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['a press elsewhere', () => userEvent.click(document.body)],
  ])('closes by %s', async (_, act) => {
    const onClose = vi.fn();
    render(
      <PointMenu
        label="Cellule"
        point={{ x: 0, y: 0 }}
        entries={[{ label: 'Trier', run: vi.fn() }]}
        onClose={onClose}
      />,
    );
    await focused('Trier');
    await act();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
  });
});

describe('a panel under a button', () => {
  it('closes by Escape with the focus back, and by a press elsewhere', async () => {
    render(
      <>
        <Popover label="Notifications" button="Voir">
          <p>Rien de nouveau</p>
        </Popover>
        <button type="button">Ailleurs</button>
      </>,
    );
    const button = screen.getByRole('button', { name: 'Voir' });
    await userEvent.click(button);
    await screen.findByRole('dialog', { name: 'Notifications' });
    await userEvent.keyboard('{Escape}');
    await gone('dialog');
    await waitFor(() => expect(document.activeElement).toBe(button));
    await userEvent.click(button);
    await screen.findByRole('dialog', { name: 'Notifications' });
    await userEvent.click(screen.getByText('Ailleurs'));
    await gone('dialog');
  });
});

function Opener() {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <MemoryRouter>
      <Menu label="Plus" entries={[{ kind: 'action', label: 'Vues…', onSelect: () => setOpen(true) }]}>
        Plus
      </Menu>
      <button type="button" onClick={() => setOpen(true)}>
        Ouvrir
      </button>
      {open && (
        <Dialog title="Vues" open onClose={close} actions={<button type="button">Enregistrer</button>}>
          <input aria-label="Nom" />
        </Dialog>
      )}
    </MemoryRouter>
  );
}

describe('dialogs by keyboard', () => {
  it('starts in the first field, keeps the focus inside, closes by Escape and gives the focus back', async () => {
    render(<Opener />);
    const button = screen.getByRole('button', { name: 'Ouvrir' });
    await userEvent.click(button);
    const dialog = await screen.findByRole('dialog', { name: 'Vues' });
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Nom')));
    for (let press = 0; press < 5; press += 1) {
      await userEvent.tab();
      await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
    }
    await userEvent.keyboard('{Escape}');
    await gone('dialog');
    await waitFor(() => expect(document.activeElement).toBe(button));
  });

  it('opened from a menu, has the focus, and gives it back to the button of the menu', async () => {
    render(<Opener />);
    const button = screen.getByRole('button', { name: 'Plus' });
    await userEvent.click(button);
    await focused('Vues…');
    await userEvent.keyboard('{Enter}');
    await screen.findByRole('dialog', { name: 'Vues' });
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Nom')));
    await userEvent.keyboard('{Escape}');
    await gone('dialog');
    await waitFor(() => expect(document.activeElement).toBe(button));
  });
});

describe('a dialog in which something is written', () => {
  async function pressOutside(write: boolean) {
    const onClose = vi.fn();
    render(
      <Dialog title="Commentaire" open onClose={onClose}>
        <input aria-label="Mot" />
      </Dialog>,
    );
    if (write) await userEvent.type(screen.getByLabelText('Mot'), 'Parce que');
    await userEvent.click(document.body);
    return onClose;
  }

  it('stays when the press is outside', async () => {
    const onClose = await pressOutside(true);
    expect(onClose).not.toHaveBeenCalled();
    await userEvent.keyboard('{Escape}');
    // Once: had the press closed it, it would be twice.
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('and no other', async () => {
    const onClose = await pressOutside(false);
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  });
});
