import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { sessionStore } from '../../../lib/session/state.ts';
import { tabsToolsId } from '../../../ui/tabs-tools.tsx';
import { ModeTools } from './mode-tools.tsx';

const before = sessionStore.get();
afterEach(() => {
  cleanup();
  sessionStore.set(() => before);
});

function renderFor(canValidatePhases: boolean): HTMLElement {
  const user = {
    ...{ sub: 'user-1', name: 'Claire', email: undefined },
    org_id: undefined,
    org_name: undefined,
  };
  sessionStore.set((state) => ({ ...state, user, permissions: { 'user-1': { canValidatePhases } } }));
  const nothing = () => undefined;
  render(
    <>
      <div id={tabsToolsId} />
      <ModeTools
        {...{ mode: 'none', validation: false, total: null, phase: 'Démarque 2', context: '' }}
        {...{ onMode: nothing, onValidation: nothing, onValidatePhase: nothing }}
      />
    </>,
  );
  return screen.getByRole('button', { name: /Valider la démarque 2/ });
}

describe('validating the phase from the listing', () => {
  it('is offered to who may', () => {
    expect(renderFor(true)).toHaveProperty('disabled', false);
  });

  it('is disabled with its reason without the permission, rather than a refusal that throws the user out', () => {
    const button = renderFor(false);
    expect(button).toHaveProperty('disabled', true);
    expect(button.title).toContain('ne permet pas : valider');
  });
});
