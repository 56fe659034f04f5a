import { expect, it } from 'vitest';
import { missingFacts } from './missing-facts.ts';

const state = {
  version: 3,
  status: 'requested',
  data_date: '2026-07-01',
  discount_count: 101,
  error: null,
} as const;

it('says nothing of a project whose data are there', () => {
  expect(missingFacts({})).toBeNull();
  expect(missingFacts({ snapshot: { ...state, missing: null } })).toBeNull();
});

it('says whether the figures are computed again, must be imported again, or are old', () => {
  expect(missingFacts({ snapshot: { ...state, missing: 'snapshot' } })).toMatchObject({
    shown: false,
    importAgain: false,
    text: expect.stringMatching(/^Ils sont recalculés/),
  });
  expect(
    missingFacts({ snapshot: { ...state, status: 'failed', error: 'Disque plein.', missing: 'snapshot' } })
      ?.text,
  ).toMatch(/échoué : Disque plein\. Vos décisions sont intactes/);
  expect(missingFacts({ snapshot: { ...state, missing: 'all' } })).toMatchObject({
    shown: false,
    importAgain: true,
  });
  expect(missingFacts({ snapshot: { ...state, missing: 'warehouse' } })).toMatchObject({
    shown: true,
    importAgain: true,
  });
});

it('says what the files received do not tell, what can be done all the same, and what to send', () => {
  const ready = { ...state, status: 'ready', missing: null } as const;
  expect(missingFacts({ snapshot: { ...ready, lacks: null } })).toBeNull();
  expect(missingFacts({ snapshot: { ...ready, lacks: 'stock' } })).toMatchObject({
    title: 'Le stock n’est pas connu',
    text: expect.stringMatching(/à la main.*Importez un fichier de stock/),
    shown: true,
    importAgain: true,
  });
  expect(missingFacts({ snapshot: { ...ready, discount_count: 0, lacks: 'products' } })).toMatchObject({
    title: 'Ce projet n’a aucun produit',
    text: expect.stringMatching(/ne prend aucun produit des fichiers reçus.*Changez-la dans ses réglages/),
    shown: false,
  });
  expect(missingFacts({ snapshot: { ...ready, status: 'none', lacks: 'data' } })).toMatchObject({
    title: 'Aucune donnée n’est importée',
    shown: false,
    importAgain: true,
  });
});
