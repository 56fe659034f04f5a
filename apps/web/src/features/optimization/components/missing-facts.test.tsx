import type { Project } from '@palier/contract';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { lackingProject } from '../../../test/new-project.ts';
import { MissingFactsOf } from './missing-facts.tsx';

afterEach(cleanup);

const said = (...projects: Project[]): (string | null)[] => {
  render(
    <MemoryRouter>
      <MissingFactsOf projects={projects} />
    </MemoryRouter>,
  );
  return screen.queryAllByRole('status').map(({ textContent }) => textContent);
};

it('what a project lacks to be optimised is said above its runs, with its remedy', () => {
  const [text, ...more] = said(lackingProject('Robes', 'stock'));
  expect(text).toMatch(
    /^Le stock n’est pas connu\. .*optimisation sont impossibles.*Importez un fichier de stock/,
  );
  expect(more).toEqual([]);
  expect(screen.getByRole('link', { name: 'Importer des données' }).getAttribute('href')).toBe('/import');
});

it('of several projects, it is said once for those that lack the same, by their names', () => {
  const texts = said(
    lackingProject('Robes', 'stock'),
    lackingProject('Jupes', 'stock'),
    lackingProject('Pulls', null),
  );
  expect(texts).toEqual([expect.stringMatching(/^Le stock n’est pas connu \(Robes, Jupes\)\./)]);
});

it('nothing is said of projects whose facts are there', () => {
  expect(said(lackingProject('Robes', null))).toEqual([]);
});
