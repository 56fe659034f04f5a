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

const LOOKS = { mapping: { accept_likely: false }, today: '2026-07-06', looks: true } as const;

describe('[IMPEX-03] the first file of a layout', () => {
  it('shows its first, middle and last rows, its totals and what it counts in plain words, and writes nothing until they are looked at', async () => {
    const { put, send } = await desk();
    const { report, folder } = await send([await put('ventes.csv', SALES)], LOOKS);
    expect(folder).toBeNull();
    expect(report.questions).toMatchObject([
      {
        key: 'reading:ventes.csv',
        examples: [
          'Ventes\u202f: 12 lignes, 12 produits, 1 lieu.',
          'Le 13 juin 2026, Lyon a vendu 3 × AB0, taille M pour 59,97\u202f€ TTC.',
          'Le 18 juin 2026, Lyon a vendu 3 × AB5, taille M pour 59,97\u202f€ TTC.',
          'Le 24 juin 2026, Lyon a repris 1 × AB11, taille M pour \u221219,99\u202f€ TTC.',
          'En tout\u202f: 32 pièces, 639,68\u202f€ TTC, 13/06/2026 → 24/06/2026.',
          'Pièces\u202f: « Qté »\u202f; montant\u202f: « CA TTC »\u202f; jour\u202f: « Date ».',
          'Sans emploi\u202f: « Xyz ».',
        ],
        doubts: ['« Xyz » n’est pas comprise\u202f: toutes ses lignes comptent.'],
        choices: [{ value: 'confirm' }, { value: 'aside' }],
      },
    ]);
  });

  it('is not asked again of the next files of its layout, once it was confirmed', async () => {
    const { put, send } = await desk();
    const text = SALES;
    const { report, used_mappings } = await send([await put('ventes.csv', text)], {
      ...LOOKS,
      mapping: { accept_likely: false, answers: { 'reading:ventes.csv': 'confirm' } },
    });
    expect(report.status).toBe('completed');
    const remembered = new Map(used_mappings.map(({ shape, files }) => [shape, files]));
    const next = await send([await put('ventes juillet.csv', text.replaceAll('/06/', '/07/'))], {
      ...LOOKS,
      remembered,
    });
    expect(next.report.questions).toEqual([]);
    expect(next.report.files).toMatchObject([{ kind: 'sales', total_quantity: 32 }]);
  });

  it('is shown again when a file of its headings is named as what was lost or came back, once for each', async () => {
    const { put, send } = await desk();
    const answered = (...names: string[]) => ({
      accept_likely: false,
      answers: Object.fromEntries(names.map((name) => [`reading:${name}`, 'confirm'])),
    });
    const first = await send([await put('ventes.csv', SALES)], { ...LOOKS, mapping: answered('ventes.csv') });
    const rememberedOf = ({ used_mappings }: typeof first) =>
      new Map(used_mappings.map(({ shape, files }) => [shape, files]));
    const lost = await send([await put('casse juin.csv', SALES)], {
      ...LOOKS,
      remembered: rememberedOf(first),
    });
    expect(lost.folder).toBeNull();
    expect(lost.report.questions).toMatchObject([
      {
        key: 'reading:casse juin.csv',
        doubts: ['Son nom dit « casse »\u202f: ses lignes comptent pourtant en « Ventes ».'],
      },
    ]);
    expect(lost.report.questions[0]?.examples?.[0]).toBe('Ventes\u202f: 12 lignes, 12 produits, 1 lieu.');
    const kept = await send([await put('casse juin.csv', SALES)], {
      ...LOOKS,
      remembered: rememberedOf(first),
      mapping: answered('casse juin.csv'),
    });
    expect(kept.report.status).toBe('completed');
    const remembered = rememberedOf(kept);
    for (const name of ['casse juillet.csv', 'ventes juillet.csv'])
      expect((await send([await put(name, SALES)], { ...LOOKS, remembered })).report.questions).toEqual([]);
  });

  it('is shown where it is made as documented but named as another matter', async () => {
    const { put, send } = await desk();
    const text = SALES.replace('Xyz', 'Numéro ticket');
    const { report } = await send([await put('retours boutique.csv', text)], LOOKS);
    expect(report.questions).toMatchObject([
      { key: 'reading:retours boutique.csv', doubts: [expect.stringContaining('« retours »')] },
    ]);
  });

  it('is shown without a doubt where every column is understood, and not asked where it is made as documented', async () => {
    const { put, send } = await desk();
    const understood = SALES.replace('Xyz', 'Vendeur');
    const { report } = await send([await put('ventes.csv', understood)], LOOKS);
    expect(report.questions).toMatchObject([{ key: 'reading:ventes.csv', code: 'reading' }]);
    expect(report.questions[0]?.doubts).toBeUndefined();
    const documented = understood.replace('Vendeur', 'Numéro ticket');
    const second = await send([await put('ventes.csv', documented)], LOOKS);
    expect(second.report.questions).toEqual([]);
    expect(second.report.status).toBe('completed');
  });

  it('adds no currency to another', async () => {
    const { put, send } = await desk();
    const text = `Date;Magasin;Réf;Qté;CA TTC;Xyz\n${rows
      .map((i) => `${13 + i}/06/2026;Lyon;AB${i};1;${i % 2 ? '110,00 CHF' : '100,00 €'};${i}`)
      .join('\n')}\n`;
    const { report } = await send([await put('ventes.csv', text)], LOOKS);
    expect(report.questions[0]?.examples).toContain(
      'En tout\u202f: 12 pièces, 660,00\u202fCHF TTC et 600,00\u202f€ TTC, 13/06/2026 → 24/06/2026.',
    );
  });

  it('leaves out every file whose rows are said to be wrong, by one answer for all', async () => {
    const { put, send } = await desk();
    const answers = { 'reading:*': 'aside' };
    const { report } = await send([await put('ventes.csv', SALES)], {
      ...LOOKS,
      mapping: { accept_likely: false, answers },
    });
    expect(report.status).toBe('refused');
    expect(report.ignored_files).toMatchObject([{ name: 'ventes.csv' }]);
  });

  it('says each sort of a file with its stock, and what it does with every column', async () => {
    const { put, send } = await desk();
    const articles = `Modèle;Désignation;UVP;EK;Dispo;Cuvée\n${rows
      .map((i) => `M${i};Robe ${i};59,90;20,00;${i};Vieilles vignes`)
      .join('\n')}\n`;
    const { report } = await send([await put('catalogue.csv', articles)], LOOKS);
    expect(report.questions).toMatchObject([{ code: 'reading' }]);
    expect(report.questions[0]?.examples).toEqual([
      'Produits\u202f: 12 lignes, 12 produits.',
      'M0 (Robe 0), prix 59,90\u202f€ TTC, coût 20,00\u202f€.',
      'M5 (Robe 5), prix 59,90\u202f€ TTC, coût 20,00\u202f€.',
      'M11 (Robe 11), prix 59,90\u202f€ TTC, coût 20,00\u202f€.',
      'Pièces\u202f: « Dispo »\u202f; prix\u202f: « UVP »\u202f; coût\u202f: « EK ».',
      'Stocks\u202f: 12 lignes, 12 produits.',
      'Il y a 0 × M0.',
      'Il y a 5 × M5.',
      'Il y a 11 × M11.',
      'En tout\u202f: 66 pièces.',
      'Gardées telles quelles\u202f: « Cuvée ».',
    ]);
  });
});
