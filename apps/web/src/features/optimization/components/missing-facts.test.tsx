import type { Project } from '@palier/contract';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { newProject } from '../../../test/new-project.ts';
import { MissingFactsOf } from './missing-facts.tsx';

afterEach(cleanup);

const lacking = (shortName: string, lacks: 'stock' | 'sales' | null): Project => ({
  ...newProject(),
  ...{ _id: shortName, shortName },
  snapshot: {
    ...{
      version: 1,
      status: 'ready',
      data_date: '2026-07-05',
      discount_count: 3,
      error: null,
      missing: null,
    },
    lacks,
  },
});
const said = (...projects: Project[]): (string | null)[] => {
  render(
    <MemoryRouter>
      <MissingFactsOf projects={projects} />
    </MemoryRouter>,
  );
  return screen.queryAllByRole('status').map(({ textContent }) => textContent);
};

it('what a project lacks to be optimised is said above its runs, with its remedy', () => {
  const [text, ...more] = said(lacking('Robes', 'stock'));
  expect(text).toMatch(
    /^Le stock n’est pas connu\. .*optimisation sont impossibles.*Importez un fichier de stock/,
  );
  expect(more).toEqual([]);
  expect(screen.getByRole('link', { name: 'Importer des données' }).getAttribute('href')).toBe('/import');
});

it('of several projects, it is said once for those that lack the same, by their names', () => {
  const texts = said(lacking('Robes', 'stock'), lacking('Jupes', 'stock'), lacking('Pulls', null));
  expect(texts).toEqual([expect.stringMatching(/^Le stock n’est pas connu \(Robes, Jupes\)\./)]);
});

it('nothing is said of projects whose facts are there', () => {
  expect(said(lacking('Robes', null))).toEqual([]);
});
