import type { Results } from '@palier/contract';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { AccelerationCard, ObjectiveCard } from './measured-cards.tsx';

it('what one product measures is said of one', () => {
  const results = {
    phases: [{ project_phase: 0, label: 'Démarque 1' }],
    acceleration: [{ project_phase: 0, discount_pct: 30, line_count: 1, ratio: 2, low: 1, high: 3 }],
  } as unknown as Results;
  const { container } = render(
    <>
      <ObjectiveCard
        objective={
          [{ discount_pct: 30, objective_pct: 100, real_pct: 100, line_count: 1 }] as Results['objective']
        }
      />
      <AccelerationCard results={results} />
    </>,
  );
  const said = () =>
    container.innerHTML.replace(/<[^>]*>/g, (tag) => /(?:title|aria-label)="([^"]*)"/.exec(tag)?.[1] ?? ' ');
  expect(said()).toMatch(/, 1 produit(?!s)/);
  fireEvent.click(screen.getByText('Tableau'));
  expect(said()).not.toContain('1 produits');
});
