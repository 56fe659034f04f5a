import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { dismissNotification, notifyError } from '../lib/notifications.ts';
import { endProgress, progressStore } from '../lib/progress.ts';
import { SelectField, TextField } from './field.tsx';
import { initials } from './marks.tsx';
import { Menu } from './menu.tsx';
import { ProgressOverlay } from './progress-overlay.tsx';
import { Segmented } from './segmented.tsx';
import { ErrorState } from './states.tsx';
import { Toasts } from './toasts.tsx';
import { subscribeToResize } from './use-window-width.ts';

afterEach(() => {
  cleanup();
  dismissNotification();
  endProgress();
});

describe('the interface kit', () => {
  it('[STATE-11] an error is announced and goes when dismissed', async () => {
    render(<Toasts />);
    notifyError('Boum');
    expect((await screen.findByRole('alert')).textContent).toContain('Boum');
    await userEvent.click(screen.getByRole('button', { name: 'Fermer le message' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('[STATE-13] progress shows its label and how far it is', async () => {
    render(<ProgressOverlay />);
    const shown = { show: 'progress', label: 'Import en cours', isProgressing: true, value: 0.4 } as const;
    act(() => progressStore.set(() => shown));
    const bar = await screen.findByRole('progressbar', { name: 'Import en cours' });
    expect(bar.getAttribute('aria-valuenow')).toBe('40');
  });

  it('a menu opens with the arrow, moves with arrows and gives the focus back on Escape', async () => {
    const select = vi.fn();
    render(
      <MemoryRouter>
        <Menu
          label="Compte"
          entries={[
            { kind: 'action', label: 'Un', onSelect: select },
            { kind: 'action', label: 'Deux', onSelect: select },
          ]}
        >
          Ouvrir
        </Menu>
      </MemoryRouter>,
    );
    const button = screen.getByRole('button', { name: 'Ouvrir' });
    button.focus();
    await userEvent.keyboard('{ArrowDown}');
    const reached = (label: string) => waitFor(() => expect(document.activeElement?.textContent).toBe(label));
    await reached('Un');
    for (const [key, label] of [
      ['{ArrowDown}', 'Deux'],
      ['{ArrowDown}', 'Un'],
      ['{ArrowUp}', 'Deux'],
    ] as const) {
      await userEvent.keyboard(key);
      await reached(label);
    }
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).toBe(button);
    expect(select).not.toHaveBeenCalled();
  });

  it('a segmented choice says which one is chosen', async () => {
    const onChange = vi.fn();
    const options = [
      { value: 'a', label: 'Toutes' },
      { value: 'b', label: 'En cours' },
    ] as const;
    render(<Segmented label="État" value="a" options={options} onChange={onChange} />);
    expect(screen.getByRole('button', { name: 'Toutes' }).getAttribute('aria-pressed')).toBe('true');
    await userEvent.click(screen.getByRole('button', { name: 'En cours' }));
    expect(onChange).toHaveBeenCalledWith('b');
  });

  it('fields are found by their label and say their error', () => {
    render(<TextField label="Nom" value="" onChange={() => undefined} error="Donnez un nom" />);
    const field = screen.getByLabelText('Nom');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Donnez un nom',
    );
  });

  it('a list is chosen from by its label', async () => {
    const onChange = vi.fn();
    const options = [
      { value: 'profit', label: 'Marge' },
      { value: 'sales', label: 'CA' },
    ] as const;
    render(<SelectField label="But" value="profit" options={options} onChange={onChange} />);
    await userEvent.selectOptions(screen.getByLabelText('But'), 'CA');
    expect(onChange).toHaveBeenCalledWith('sales');
  });

  it('[ERR-05] a failed part says so and can be tried again', async () => {
    const onRetry = vi.fn();
    render(<ErrorState title="Non chargé" onRetry={onRetry} />);
    await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });

  it.each([
    ['Claire Vasseur', 'CV'],
    ['inès', 'I'],
    ['', '?'],
  ])('writes %s as %s', (name, letters) => {
    expect(initials(name)).toBe(letters);
  });

  it('[CONST-10] lays out once, 200 ms after the last of three resize events', () => {
    vi.useFakeTimers();
    const listener = vi.fn();
    const stop = subscribeToResize(listener);
    for (let event = 0; event < 3; event += 1) {
      window.dispatchEvent(new Event('resize'));
      vi.advanceTimersByTime(60);
    }
    vi.advanceTimersByTime(139);
    expect(listener).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(listener).toHaveBeenCalledOnce();
    stop();
    vi.useRealTimers();
  });
});
