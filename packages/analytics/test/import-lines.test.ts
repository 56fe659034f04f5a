import { afterAll, describe, expect, it } from 'vitest';
import { deskKeeper } from './files.ts';
import { day, rows, sentTo } from './sent-file.ts';

const { desk, clear } = deskKeeper();
afterAll(clear);

const sent = async (name: string, lines: readonly string[], answers?: Record<string, string>) =>
  sentTo(await desk(), name, lines, answers);

describe('[IMPEX-03] lines of several sorts', () => {
  const states = ['Disponible', 'Disponible', 'Défectueux', 'Réservé'];
  const stock = ['SKU;État;Quantité', ...rows((i) => `S${i >> 1};${states[i % 4]};${1 + i}`)];

  it('asks which states of a stock count, those to be sold first, and refuses the others with the reason', async () => {
    const { asked, questions } = await sent('stock.csv', stock);
    expect(asked).toEqual(['line_kinds']);
    expect(questions[0]?.text).toBe(
      '« État » distingue plusieurs sortes de lignes\u202f: lesquelles comptent ?',
    );
    expect(questions[0]?.choices.map(({ label, detail }) => `${label} ${detail}`)).toEqual([
      '« Disponible » 33 pièces dans les premières lignes',
      '« Défectueux » 21 pièces dans les premières lignes',
      '« Réservé » 24 pièces dans les premières lignes',
      'Toutes 78 pièces dans les premières lignes',
    ]);
    const free = await sent('stock.csv', stock, { 'line_kinds:stock.csv': 'Disponible' });
    expect(free.files).toMatchObject([{ kind: 'stock', rows_kept: 6, total_quantity: 33 }]);
    expect(free.errors[0]).toMatchObject({ value: 'Défectueux', reason: 'ligne d’une autre sorte' });
    const all = await sent('stock.csv', stock, { 'line_kinds:stock.csv': '*' });
    expect(all.files).toMatchObject([{ rows_kept: 12, total_quantity: 78 }]);
  });

  it('offers all states but the damaged one, and the lines that say no state', async () => {
    const locks = ['', '', 'DAMAGED', 'PICK'];
    const lines = ['Item,Lock Code,On Hand Qty', ...rows((i) => `S${i >> 2},${locks[i % 4]},${1 + i}`)];
    const open = await sent('stock.csv', lines);
    expect(open.questions[0]?.choices.map(({ label }) => label)).toEqual([
      'Sans mention',
      '« DAMAGED »',
      '« PICK »',
      'Toutes sauf « DAMAGED »',
      'Toutes',
    ]);
    const none = await sent('stock.csv', lines, { 'line_kinds:stock.csv': '' });
    expect(none.files).toMatchObject([{ rows_kept: 6, total_quantity: 33 }]);
    const most = await sent('stock.csv', lines, { 'line_kinds:stock.csv': '\nPICK' });
    expect(most.files).toMatchObject([{ rows_kept: 9, total_quantity: 57 }]);
  });

  it('asks which documents are sales where their names say nothing to us', async () => {
    const lines = [
      'Nature pièce;Date;Réf;Qté;Montant TTC',
      ...rows((i) => `${i % 3 === 2 ? 'BLF' : 'FFO'};${day(i)};R${i};${i % 3 === 2 ? 24 : 1};10,00`),
    ];
    const { asked } = await sent('lignes.csv', lines);
    expect(asked).toEqual(['line_kinds']);
    const sold = await sent('lignes.csv', lines, { 'line_kinds:lignes.csv': 'FFO' });
    expect(sold.files).toMatchObject([{ kind: 'sales', total_quantity: 8, total_amount: 80 }]);
  });

  it('asks nothing of a column that describes articles', async () => {
    const items = [
      'Réf;Type;Qté;Date;Montant TTC',
      ...rows((i) => `R${i % 4};${i % 2 ? 'Robe' : 'Jupe'};1;${day(i)};10,00`),
    ];
    expect((await sent('ventes.csv', items)).asked).toEqual([]);
    const ended = [
      'Réf;Taille;Statut;Stock',
      ...rows((i) => `R${i >> 2};${36 + 2 * (i % 4)};${i < 4 ? 'Arrêté' : 'Actif'};3`),
    ];
    const { asked, files } = await sent('stock.csv', ended);
    expect(asked).toEqual([]);
    expect(files).toMatchObject([{ kind: 'stock', total_quantity: 36 }]);
  });
});

describe('[IMPEX-03] figures that explain each other', () => {
  it('asks about a count that is a part of another, where nothing calls it a stock', async () => {
    const lines = [
      'Entrepôt;Réf;Début;Qté;Reste',
      ...rows((i) => `Orly;R${i};${20 + i};${1 + (i % 3)};${19 + i - (i % 3)}`),
    ];
    const { asked, questions } = await sent('position entrepot.csv', lines);
    expect(asked).toContain('measure');
    const measure = questions.find(({ code }) => code === 'measure');
    expect(measure?.choices.map(({ value }) => value)).toEqual(['Qté', 'Début']);
  });

  it('asks what is still to come of orders whose quantity is the sum of two others', async () => {
    const lines = [
      'N° cde;Fournisseur;Réf;Qté commandée;Pointé;Différence;Date livraison',
      ...rows((i) => `C${i};Opus;R${i};10;${i % 4};${10 - (i % 4)};15/08/2027`),
    ];
    const { asked, questions } = await sent('commandes.csv', lines);
    expect(asked).toEqual(['measure']);
    expect(questions[0]?.choices.map(({ value }) => value)).toEqual([
      'Différence',
      'Pointé',
      'Qté commandée',
    ]);
    const open = await sent('commandes.csv', lines, { 'measure:commandes.csv': 'Différence' });
    expect(open.files).toMatchObject([{ kind: 'orders', total_quantity: 102 }]);
  });

  it('asks which of two prices discounts are counted from', async () => {
    const lines = [
      'Réf;Libellé;Marque;UVP;VK',
      ...rows((i) => `R${i};Robe;Lune;59,90;${i % 2 ? '49,90' : '45,90'}`),
    ];
    const { asked, questions } = await sent('articles.csv', lines);
    expect(asked).toEqual(['measure']);
    expect(questions[0]?.text).toBe('Quelle colonne est le prix de liste ?');
    const { read } = await sent('articles.csv', lines, { 'measure:articles.csv': 'VK' });
    expect(await read('SELECT max(price) AS price FROM w_item_group')).toEqual([{ price: 49.9 }]);
  });

  it('asks for the price of articles where no heading that we know says it', async () => {
    const lines = ['Réf;Libellé;Marque;Palier A', ...rows((i) => `R${i};Robe;Lune;${40 + i},90`)];
    const { asked, questions } = await sent('articles.csv', lines);
    expect(asked).toEqual(['missing_column']);
    expect(questions[0]?.text).toBe('Prix manquant : désignez une colonne.');
    const { read } = await sent('articles.csv', lines, { 'missing_column:articles.csv': 'Palier A' });
    expect(await read('SELECT max(price) AS price FROM w_item_group')).toEqual([{ price: 51.9 }]);
  });

  it('reads the stock of shops and of the web in columns that their total proves', async () => {
    const lines = [
      'Réf;Stock mag.;Stock dépôt;Stock web;Stock total',
      ...rows((i) => `R${i};${i};4;1;${i + 5}`),
    ];
    const { asked, read } = await sent('stock.csv', lines);
    expect(asked).toEqual([]);
    expect(
      await read('SELECT inventory_code AS place, sum(quantity) AS units FROM w_stock GROUP BY 1 ORDER BY 1'),
    ).toEqual([
      { place: 'dépôt', units: 48 },
      { place: 'mag.', units: 66 },
      { place: 'web', units: 12 },
    ]);
  });
});
