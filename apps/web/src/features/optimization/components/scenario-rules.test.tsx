import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { newProject } from '../../../test/new-project.ts';
import { scenarioDraft } from '../model/scenario-draft.ts';
import { ScenarioRules } from './scenario-rules.tsx';

afterEach(cleanup);

it('an amount is typed beside the money that it is in: prices’ for a budget, costs’ for a margin', () => {
  const project = newProject({ catalog_currency: 'GBP', accounting_currency: 'USD' });
  render(
    <ScenarioRules draft={scenarioDraft(null)} errors={{}} project={project} onChange={() => undefined} />,
  );
  const moneyOf = (label: string) => screen.getByLabelText(label).parentElement?.textContent;
  expect(moneyOf('Budget de démarque au plus')).toBe('£');
  expect(moneyOf('Garder au moins, en marge après invendus')).toBe('$');
  expect(moneyOf('Marge des pièces vendues, au moins')).toBe('$');
});
