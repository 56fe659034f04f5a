import { lackOf } from '@palier/domain';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { tabsToolsId } from '../../../ui/tabs-tools.tsx';
import { ModeTools } from './mode-tools.tsx';

afterEach(cleanup);

function renderFor(refusal: string | null): HTMLElement {
  const nothing = () => undefined;
  const phase = { label: 'Valider la démarque 2', refusal };
  render(
    <>
      <div id={tabsToolsId} />
      <ModeTools
        {...{ mode: 'none', validation: false, total: null, phase, context: '' }}
        {...{ onMode: nothing, onValidation: nothing, onValidatePhase: nothing }}
      />
    </>,
  );
  return screen.getByRole('button', { name: /Valider la démarque 2/ });
}

describe('validating the phase from the listing', () => {
  it('is offered to who may', () => {
    expect(renderFor(null)).toHaveProperty('disabled', false);
  });

  it('is disabled with its reason without the permission, rather than a refusal that throws the user out', () => {
    const button = renderFor(lackOf('canValidatePhases'));
    expect(button).toHaveProperty('disabled', true);
    expect(button.title).toContain('ne permet pas : valider');
  });
});
