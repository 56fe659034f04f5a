import { afterAll, describe, expect, it } from 'vitest';
import { deskKeeper } from './files.ts';

const { desk, clear } = deskKeeper();
afterAll(clear);

const rows = Array.from({ length: 12 }, (_, i) => i);
const SALES = `Date;Magasin;Réf;Taille;Qté;CA TTC;Xyz\n${rows
  .map(
    (i) =>
      `${13 + i}/06/2026;Lyon;AB${i};M;${i === 11 ? -1 : 3};${i === 11 ? '-19,99' : '59,97'};${'AB'[i % 2]}x`,
  )
  .join('\n')}\n`;

describe('[IMPEX-03] the first file of a layout that something speaks against', () => {
  it('shows its first, middle and last rows and its totals in plain words, and writes nothing until they are looked at', async () => {
    const { put, send } = await desk();
    const { report, folder } = await send([await put('ventes.csv', SALES)], {
      mapping: { accept_likely: false },
      today: '2026-07-06',
    });
    expect(folder).toBeNull();
    expect(report.questions).toMatchObject([
      {
        key: 'reading:ventes.csv',
        examples: [
          'Le 13 juin 2026, Lyon a vendu 3 × AB0, taille M pour 59,97\u202f€ TTC.',
          'Le 18 juin 2026, Lyon a vendu 3 × AB5, taille M pour 59,97\u202f€ TTC.',
          'Le 24 juin 2026, Lyon a repris 1 × AB11, taille M pour \u221219,99\u202f€ TTC.',
          'En tout\u202f: 32 pièces, 639,68\u202f€ TTC, 13/06/2026 → 24/06/2026.',
          '« Xyz » n’est pas comprise\u202f: toutes ses lignes comptent.',
        ],
        choices: [{ value: 'confirm' }, { value: 'aside' }],
      },
    ]);
  });

  it('is not asked again of the next files of its layout, once it was confirmed', async () => {
    const { put, send } = await desk();
    const text = SALES;
    const { report, used_mappings } = await send([await put('ventes.csv', text)], {
      mapping: { accept_likely: false, answers: { 'reading:ventes.csv': 'confirm' } },
    });
    expect(report.status).toBe('completed');
    const remembered = new Map(used_mappings.map(({ shape, files }) => [shape, files]));
    const next = await send([await put('ventes juillet.csv', text.replaceAll('/06/', '/07/'))], {
      mapping: { accept_likely: false },
      remembered,
    });
    expect(next.report.questions).toEqual([]);
    expect(next.report.files).toMatchObject([{ kind: 'sales', total_quantity: 32 }]);
  });

  it('is not asked of a file whose every column is understood', async () => {
    const { put, send } = await desk();
    const { report } = await send([await put('ventes.csv', SALES.replace('Xyz', 'Vendeur'))], {
      mapping: { accept_likely: false },
    });
    expect(report.questions).toEqual([]);
  });
});
