import type { Project } from '@palier/contract';
import { renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { newProject } from '../../test/new-project.ts';
import { sessionStore } from './state.ts';
import { useRefusalAmong } from './use-refusal.ts';

const before = sessionStore.get();
afterEach(() => sessionStore.set(() => before));

const lacking = (shortName: string, lacks: 'stock' | null): Project => ({
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

function refusalOf(...projects: Project[]): string | null {
  const user = { sub: 'u', name: 'Claire', email: undefined, org_id: undefined, org_name: undefined };
  sessionStore.set((state) => ({ ...state, user, permissions: { u: { canEditScenarios: true } } }));
  return renderHook(() => useRefusalAmong('optimise', projects)).result.current;
}

it('one project that cannot be optimised stops the run of several, and is named', () => {
  expect(refusalOf(lacking('Robes', null), lacking('Jupes', 'stock'))).toMatch(
    /^« Jupes » : Aucun stock n’a été importé.*Importez un fichier de stock/,
  );
  expect(refusalOf(lacking('Jupes', 'stock'))).toMatch(/^Aucun stock/);
  expect(refusalOf(lacking('Robes', null))).toBeNull();
});
