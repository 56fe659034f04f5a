import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { dismissNotification, notifyError, notifyLasting, notifySuccess } from '../lib/notifications.ts';
import { Dialog } from './dialog.tsx';
import { Toasts } from './toasts.tsx';

afterEach(() => {
  dismissNotification();
  cleanup();
});

function Page() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Ouvrir
      </button>
      {open && (
        <Dialog title="Réglages" open onClose={() => setOpen(false)}>
          <input aria-label="Nom" />
        </Dialog>
      )}
      <Toasts />
    </>
  );
}

async function openDialog(): Promise<HTMLElement> {
  render(<Page />);
  await userEvent.click(screen.getByRole('button', { name: 'Ouvrir' }));
  await screen.findByRole('dialog', { name: 'Réglages' });
  const field = screen.getByLabelText('Nom');
  await waitFor(() => expect(document.activeElement).toBe(field));
  return field;
}

it('what a message offers is done by its button, and the message has been read', async () => {
  const done: string[] = [];
  render(<Toasts />);
  notifyLasting('3 produits n’ont pas été marqués revus.', {
    ...{ label: 'Les voir', run: () => void done.push('shown') },
  });
  expect((await screen.findByRole('status')).textContent).toContain('3 produits');
  await userEvent.click(screen.getByRole('button', { name: 'Les voir' }));
  expect(done).toEqual(['shown']);
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
});

describe('messages while a window is open over the page', () => {
  it('are announced: errors at once, what was done politely', async () => {
    await openDialog();
    notifyError('Non enregistré');
    notifySuccess('Enregistré');
    expect((await screen.findByRole('alert')).textContent).toContain('Non enregistré');
    expect((await screen.findByRole('status')).textContent).toContain('Enregistré');
  });

  it('are reached by F6 and closed from the keyboard; the focus goes back, the window stays', async () => {
    const field = await openDialog();
    notifyError('Non enregistré');
    await screen.findByRole('alert');
    await userEvent.keyboard('{F6}');
    const close = screen.getByRole('button', { name: 'Fermer le message' });
    await waitFor(() => expect(document.activeElement).toBe(close));
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(screen.getByRole('dialog', { name: 'Réglages' })).toBeTruthy();
  });

  it('are closed with the mouse without closing the window', async () => {
    await openDialog();
    notifyError('Non enregistré');
    await userEvent.click(await screen.findByRole('button', { name: 'Fermer le message' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(screen.getByRole('dialog', { name: 'Réglages' })).toBeTruthy();
  });
});
