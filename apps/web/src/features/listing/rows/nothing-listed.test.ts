import { defaultViewParameters } from '@palier/domain';
import { describe, expect, it } from 'vitest';
import { decodeState } from '../screen/url-state.ts';
import { nothingListed } from './nothing-listed.ts';

const state = (address: string) =>
  decodeState(new URLSearchParams(address), { ...defaultViewParameters(), included: true });

describe('a listing without products', () => {
  it('says each limit that hides products, and lifts that one alone', () => {
    const filter = JSON.stringify({ combinator: 'and', rules: [] });
    const { title, ways } = nothingListed(state(`q=robe&filtre=${filter}&sans-zero=true&inclus=true`));
    expect(title).toBe('Aucun produit correspondant');
    expect(ways.map(({ label }) => label)).toEqual([
      'Effacer la recherche',
      'Retirer le filtre',
      'Montrer les produits à 0\u202f%',
      'Montrer aussi les produits exclus',
    ]);
    expect(ways[0]?.undo).toEqual({ q: '' });
    expect(ways[2]?.undo.parameters).toMatchObject({ hideZeroPercent: false, searchQuery: { rules: [] } });
  });

  it('[LIST-13] is good news once everything is reviewed', () => {
    const { title, help, ways } = nothingListed(state('validation=todo&inclus=true'));
    expect(title).toBe('Tout est revu');
    expect(help).toContain('la démarque peut être validée');
    expect(ways).toEqual([{ label: 'Voir les produits revus', undo: { validation: 'all' } }]);
    expect(nothingListed(state('validation=todo&q=robe')).help).toContain('dans ce filtre');
  });
});
