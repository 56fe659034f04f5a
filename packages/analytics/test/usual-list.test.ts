import { afterAll, describe, expect, it } from 'vitest';
import { type Desk, deskKeeper, type SendOptions } from './files.ts';

const { desk, clear } = deskKeeper();
afterAll(clear);

const ARTICLES = 'code_produit;libelle;famille\nA;Robe;Robes\nB;Pull;Pulls\nC;Jupe;Jupes\n';
const prices = (rows: string): string => `code_produit;tarif;date_debut;prix_ttc\n${rows}\n`;
const BOTH = prices(
  'A;BE;2026-02-01;52\nA;FR;2026-02-01;50\nB;FR;2026-02-01;40\nC;BE;2026-02-01;31\nC;FR;2026-02-01;30',
);
const KEY = 'usual_list:prix.csv';

async function first(own: Desk, options: SendOptions = {}, text = BOTH) {
  return own.send([await own.put('articles.csv', ARTICLES), await own.put('prix.csv', text)], options);
}
const next = async (own: Desk, options: SendOptions = {}) =>
  own.send([await own.put('prix.csv', prices('A;FR;2026-03-01;51'))], options);

describe('[IMPEX-03] prices of several lists, of articles that have none of their own', () => {
  it('are asked which of them says what products cost, the list of most products first', async () => {
    const own = await desk();
    const { report, manifest } = await first(own);
    expect(report.questions).toMatchObject([
      {
        ...{ key: KEY, code: 'usual_list' },
        text: expect.stringContaining('«\u202fFR\u202f» et «\u202fBE\u202f», et les articles n’en ont pas'),
        choices: [
          { value: 'list:FR', detail: '3 produits ont un prix' },
          { value: 'list:BE', detail: '2 produits ont un prix' },
          { value: 'none' },
        ],
      },
    ]);
    expect(manifest?.usual_price_list).toBe('FR');
    expect(report.quality.map(({ code }) => code)).not.toContain('missing_price');
  });

  it('are of the list answered, which stays', async () => {
    const own = await desk();
    const { manifest } = await first(own, { mapping: { answers: { [KEY]: 'list:BE' } } });
    expect(manifest?.usual_price_list).toBe('BE');
    const later = await next(own);
    expect(later.report.questions).toEqual([]);
    expect(later.manifest?.usual_price_list).toBe('BE');
  });

  it('are of none where that is answered, which each delivery of prices says from then on', async () => {
    const own = await desk();
    const { manifest } = await first(own, { mapping: { answers: { [KEY]: 'none' } } });
    expect(manifest?.usual_price_list).toBeUndefined();
    const { report } = await next(own);
    expect(report.questions).toEqual([]);
    expect(report.readings).toContainEqual(expect.stringContaining('aucun tarif d’usage parmi'));
  });

  it.each([
    ['one list', prices('A;FR;2026-02-01;50')],
    ['a price without a list', `${BOTH}A;;2026-02-01;50\n`],
  ])('are not asked about with %s', async (_, text) => {
    const { report } = await first(await desk(), {}, text);
    expect(report.questions).toEqual([]);
  });
});
