import { defaultViewParameters } from '@palier/domain';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { initialSessionState, sessionStore } from '../../../lib/session/state.ts';
import { newProject } from '../../../test/new-project.ts';
import { Toolbar } from './toolbar.tsx';

afterEach(() => {
  cleanup();
  sessionStore.set(() => initialSessionState);
});

async function syncEntry(working_phase: number | null): Promise<HTMLElement> {
  const user = { sub: 'claire', name: 'Claire', email: undefined, org_id: undefined, org_name: undefined };
  const permissions = { claire: { canEditDiscounts: true } };
  sessionStore.set((state) => ({ ...state, user, permissions, isAuthenticated: true }));
  const props = {
    ...{ project: newProject({ working_phase }), state: { parameters: defaultViewParameters(), q: '' } },
    ...{ view: null, grouping: [], templates: [], changed: 0, fieldLabel: (id: string) => id },
    ...{ currencies: { catalog_currency: 'EUR', accounting_currency: 'EUR' } },
  } as unknown as ComponentProps<typeof Toolbar>;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <Toolbar {...props} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Autres actions' }));
  return screen.findByRole('menuitem', { name: /^Synchroniser depuis un projet/ });
}

it('discounts are taken from another project only where some may be decided', async () => {
  expect((await syncEntry(2)).getAttribute('aria-disabled')).not.toBe('true');
  cleanup();
  expect((await syncEntry(null)).getAttribute('aria-disabled')).toBe('true');
});
