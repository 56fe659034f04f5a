import type { Project } from '@palier/contract';
import { renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { lackingProject } from '../../test/new-project.ts';
import { sessionStore } from './state.ts';
import { useRefusalAmong } from './use-refusal.ts';

const before = sessionStore.get();
afterEach(() => sessionStore.set(() => before));

function refusalOf(...projects: Project[]): string | null {
  const user = { sub: 'u', name: 'Claire', email: undefined, org_id: undefined, org_name: undefined };
  sessionStore.set((state) => ({ ...state, user, permissions: { u: { canEditScenarios: true } } }));
  return renderHook(() => useRefusalAmong('optimise', projects)).result.current;
}

it('one project that cannot be optimised stops the run of several, and is named', () => {
  expect(refusalOf(lackingProject('Robes', null), lackingProject('Jupes', 'stock'))).toMatch(
    /^« Jupes » : Aucun stock n’a été importé.*Importez un fichier de stock/,
  );
  expect(refusalOf(lackingProject('Jupes', 'stock'))).toMatch(/^Aucun stock/);
  expect(refusalOf(lackingProject('Robes', null))).toBeNull();
});
