import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { newProject } from '../../../test/new-project.ts';
import { AlertList } from './alert-list.tsx';

afterEach(cleanup);

/** The alerts of a project of each operation, in one text. */
function show(operations: readonly string[]): string {
  const projects = operations.map((operation, index) =>
    newProject({ _id: `p${index}`, name: `${operation}/Femme/Prêt-à-porter` }),
  );
  render(<AlertList projects={projects} />, { wrapper: MemoryRouter });
  return screen
    .getAllByRole('link')
    .map(({ textContent }) => textContent)
    .join('\n');
}

it('alerts of several operations say of which: two may have a project of the same place', () => {
  expect(show(['Soldes été', 'Mi-saison'])).toMatch(/Soldes été[\s\S]*Mi-saison/);
  cleanup();
  expect(show(['Soldes été', 'Soldes été'])).not.toMatch(/Soldes été/);
});
