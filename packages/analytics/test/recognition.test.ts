import { join } from 'node:path';
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, describe, expect, it } from 'vitest';
import { isDoubtful, readingsOf } from '../src/import/recognition/kinds.ts';
import { meaningOf } from '../src/import/recognition/meaning.ts';
import { PRESETS } from '../src/import/recognition/presets.ts';
import { viewOf } from '../src/import/recognition/table.ts';
import { isSize } from '../src/import/recognition/values.ts';
import { inspectFiles } from '../src/index.ts';
import { OTHER_DELIVERIES } from './deliveries.ts';
import { csvOf } from './delivery.ts';
import { deskKeeper, ITEMS } from './files.ts';
import { LATER_DELIVERIES } from './later-deliveries.ts';
import { SALES_DELIVERIES } from './sales-deliveries.ts';
import { SYSTEM_DELIVERIES } from './system-deliveries.ts';
import { SYSTEM_SALES_DELIVERIES } from './system-sales-deliveries.ts';

const DELIVERIES = [
  ...SALES_DELIVERIES,
  ...OTHER_DELIVERIES,
  ...SYSTEM_SALES_DELIVERIES,
  ...SYSTEM_DELIVERIES,
  ...LATER_DELIVERIES,
];

const { desk, clear } = deskKeeper();
afterAll(clear);

async function inspected(name: string, content: string | Uint8Array) {
  const { put, folder } = await desk();
  return inspectFiles([await put(name, content)], { temp_folder: join(folder, 'temp') });
}

describe('deliveries unlike any before', () => {
  it('takes none for what it is not, and asks of few', () => {
    const verdicts = DELIVERIES.map((delivery) => {
      const readings = readingsOf(viewOf(delivery));
      if (isDoubtful(readings)) return 'asked';
      return readings[0]?.kind === delivery.kind ? 'right' : `wrong: ${delivery.name}`;
    });
    const count = (word: string): number => verdicts.filter((verdict) => verdict.startsWith(word)).length;
    console.info(
      `${DELIVERIES.length} deliveries: ${count('right')} right, ${count('asked')} asked, ${count('wrong')} wrong`,
    );
    expect(verdicts.filter((verdict) => verdict.startsWith('wrong'))).toEqual([]);
    expect(count('asked')).toBeLessThanOrEqual(Math.floor(DELIVERIES.length * 0.3));
  });

  it.each(DELIVERIES.map((delivery) => [delivery.name, delivery] as const))(
    'knows the columns of %s',
    (_, delivery) => {
      const reading = readingsOf(viewOf(delivery)).find(({ kind }) => kind === delivery.kind);
      const found = Object.keys(delivery.columns).map((column) => [
        column,
        reading?.columns.get(column)?.heading,
      ]);
      expect(Object.fromEntries(found)).toEqual(delivery.columns);
    },
  );

  it('reads the same when the file’s name says nothing', () => {
    const wrong = DELIVERIES.filter((delivery) => {
      const readings = readingsOf(viewOf({ ...delivery, name: 'a.csv' }));
      return !isDoubtful(readings) && readings[0]?.kind !== delivery.kind;
    });
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });
});

describe('a file that may be two things', () => {
  const TEXT = 'Code;Prix\nR1;80\nP2;50\n';

  it('is asked about, with both readings side by side, and nothing of it is written before', async () => {
    const { put, send } = await desk();
    const file = await put('liste.csv', TEXT);
    const { report, folder } = await send([await put('articles.csv', ITEMS), file], {
      mapping: { accept_likely: false },
    });
    expect(folder).toBeNull();
    const [question] = report.questions;
    expect(question).toMatchObject({ key: 'kind:liste.csv', code: 'kind' });
    expect(question?.choices.map(({ value }) => value)).toEqual(['prices', 'items', 'aside']);
    expect(question?.choices[0]?.detail).toMatch(/^Colonnes lues : « Code », « Prix »/);
  });

  it('is read as answered, and files of its headings are read so afterwards, without a question', async () => {
    const { put, send } = await desk();
    await send([await put('articles.csv', ITEMS)]);
    const answers = { 'kind:liste.csv': 'prices' };
    const { report, used_mappings } = await send([await put('liste.csv', TEXT)], { mapping: { answers } });
    expect(report.files.map(({ kind }) => kind)).toEqual(['prices']);
    const remembered = new Map(used_mappings.map(({ shape, files }) => [shape, files]));
    const next = await send([await put('juillet.csv', TEXT.replace('50', '40'))], { remembered });
    expect(next.report).toMatchObject({ questions: [], files: [{ kind: 'prices', rows_kept: 2 }] });
  });

  it('may be left out', async () => {
    const { put, send } = await desk();
    const { report } = await send([await put('articles.csv', ITEMS), await put('liste.csv', TEXT)], {
      mapping: { answers: { 'kind:liste.csv': 'aside' } },
    });
    expect(report.ignored_files).toEqual([{ name: 'liste.csv', reason: 'laissé de côté' }]);
    expect(report.status).toBe('completed');
  });
});

describe('the line of the headings', () => {
  it('is the first, though a value below it is a word of headings', async () => {
    const places = 'Code;Nom;Type;Ville\nM1;Lyon Part-Dieu;Magasin;Lyon\nM2;Entrepôt nord;Entrepôt;Lille\n';
    const [found] = await inspected('lieux.csv', places);
    expect(found).toMatchObject({ kinds: ['places'], heading_row: 1, questions: [] });
    expect(found?.preview).toHaveLength(2);
  });

  it('is found under titles, whatever words they are made of', async () => {
    const rows = [
      ['État des stocks par magasin'],
      ['Édité le', '30/06/2026'],
      [],
      ['Code produit', 'Taille', 'Magasin', 'Stock'],
      ['R1', '36', 'M1', 4],
    ];
    const [found] = await inspected('etat.xlsx', await writeXlsx({ sheets: [{ name: 'État', rows }] }));
    expect(found).toMatchObject({ kinds: ['stock'], heading_row: 4, questions: [] });
  });

  it('is asked when two lines could be it, and obeyed when chosen', async () => {
    const text = 'Code;Nom\nMagasin;Ville\nM1;Lyon\n';
    const [asked] = await inspected('a.csv', text);
    const question = asked?.questions.find(({ code }) => code === 'heading_row');
    expect(question?.choices.map(({ label, detail }) => [label, detail])).toEqual([
      ['Ligne 1', 'Code · Nom'],
      ['Ligne 2', 'Magasin · Ville'],
    ]);
    const { put, folder } = await desk();
    const [chosen] = await inspectFiles([await put('a.csv', text)], {
      temp_folder: join(folder, 'temp'),
      mapping: { answers: { 'heading_row:a.csv': '2' } },
    });
    expect(chosen?.heading_row).toBe(2);
    expect(chosen?.headings.map(({ heading }) => heading)).toEqual(['Magasin', 'Ville']);
  });

  it('may be any of the first lines, shown as they stand; the next file of the kind is read under the same', async () => {
    const text = 'Société Hélia\nA;B;C\nPériode du 1 au 30\nCode produit;Magasin;Stock\nR1;M1;4\nR2;M1;5\n';
    const { put, send, folder } = await desk();
    const choice = { answers: { 'heading_row:a.csv': '4' } };
    const [shown] = await inspectFiles([await put('a.csv', text)], {
      ...{ temp_folder: join(folder, 'temp'), mapping: choice },
    });
    expect(shown).toMatchObject({ heading_row: 4, kinds: ['stock'] });
    expect(shown?.head.slice(0, 4)).toEqual([
      { line: 1, cells: ['Société Hélia'] },
      { line: 2, cells: ['A', 'B', 'C'] },
      { line: 3, cells: ['Période du 1 au 30'] },
      { line: 4, cells: ['Code produit', 'Magasin', 'Stock'] },
    ]);
    const first = await send([await put('a.csv', text)], { mapping: choice });
    const remembered = new Map(first.used_mappings.map(({ shape, files }) => [shape, files]));
    expect(remembered.size).toBe(1);
    const [next] = await inspectFiles([await put('b.csv', text)], {
      ...{ temp_folder: join(folder, 'temp'), remembered },
    });
    expect(next).toMatchObject({ heading_row: 4, remembered: true, questions: [] });
  });
});

describe('headings', () => {
  it('keeps what a bracket says of taxes, and takes no amount without taxes for one with', async () => {
    const text = 'Date;Référence;Qté;Montant (HT);Montant (TTC)\n01/06/2026;R1;1;66,67;80,00\n';
    const [found] = await inspected('ventes.csv', text);
    expect(found?.headings.map(({ heading, column, tax }) => [heading, column, tax])).toEqual([
      ['Date', 'date', null],
      ['Référence', 'item_group_id', null],
      ['Qté', 'quantity', null],
      ['Montant (HT)', 'base_amount', 'excl'],
      ['Montant (TTC)', 'amount', 'incl'],
    ]);
  });

  it('means the same in the languages and manners of many systems', () => {
    const said = (heading: string): string[] => [...meaningOf(heading).concepts].sort();
    expect(said('N° pièce')).toEqual(said('numero_piece'));
    expect(said('Artikelnummer')).toEqual(['code', 'product']);
    expect(said('STOREID')).toEqual(['code', 'place']);
    expect(said('1ère mise en vente')).toEqual(['launch']);
    expect(said('Date de vente')).toEqual(['date']);
    expect(said('Prix de vente TTC')).toEqual(['incl', 'price']);
    expect(said('unitPrice')).toEqual(['price']);
    expect(said('Größe')).toEqual(['size']);
  });

  it('knows sizes from other numbers', () => {
    for (const size of ['M', 'XXL', '38', '42,5', '6 ANS', '90B', 'TU', '36/38', '3XL'])
      expect(isSize(size)).toBe(true);
    for (const other of ['2026', '7', 'Lyon', '1,5', '100', 'R1']) expect(isSize(other)).toBe(false);
  });

  it('leaves weekly stocks beside weekly sales, as the file has both', async () => {
    const weekly = DELIVERIES.find(({ name }) => name === 'tills_w26.csv');
    const [found] = await inspected('hebdo.csv', csvOf(weekly ?? { headings: [], rows: [] }));
    expect(found?.kinds).toEqual(['sales', 'stock']);
  });
});

describe('exports of known systems', () => {
  it('are found by themselves and shown by name, each with its public source', async () => {
    const orders = DELIVERIES.find(({ name }) => name === 'orders_export_1.csv');
    const [found] = await inspected('a.csv', csvOf(orders ?? { headings: [], rows: [] }));
    expect(found).toMatchObject({ preset: 'Shopify, commandes', kinds: ['sales'], questions: [] });
    expect(PRESETS.every(({ source }) => source.startsWith('https://'))).toBe(true);
  });

  it('reads the stock list of SAP, whose headings say nothing to others', async () => {
    const { put, send } = await desk();
    const items = 'code_produit;sku;libellé;taille;prix_ttc\nR1;100001;Robe;36;80\n';
    const stock =
      'MANDT;MATNR;WERKS;LGORT;LABST;INSME\n100;100001;M001;0001;4.000;0.000\n100;100001;M001;0002;2.000;1.000\n';
    const { report } = await send([await put('articles.csv', items), await put('mard.csv', stock)]);
    expect(report.totals).toMatchObject({ stock_quantity: 6, item_count: 1 });
  });

  it('give way to the mapping of the user', async () => {
    const { put, folder } = await desk();
    const file = await put('mard.csv', 'MATNR;WERKS;LGORT;LABST;INSME\nR1;M1;1;4;3\n');
    const columns = { MATNR: 'item_group_id', INSME: 'quantity' };
    const [found] = await inspectFiles([file], {
      temp_folder: join(folder, 'temp'),
      mapping: { files: [{ match: 'mard.csv', kind: 'stock', columns }] },
    });
    expect(found?.preset).toBeNull();
    expect(found?.headings.find(({ heading }) => heading === 'INSME')?.column).toBe('quantity');
  });
});

describe('headings of old systems', () => {
  it('are read through their abbreviations and the prefix of their table, as long as the whole word is known', () => {
    const said = (heading: string): string[] => [...meaningOf(heading).concepts].sort();
    expect(said('QTVTE')).toEqual(['qty', 'sold']);
    expect(said('CDMAG')).toEqual(['code', 'place']);
    expect(said('TOTALTTCDEV')).toEqual(['amount', 'currency', 'incl']);
    expect(said('Filialnr.')).toEqual(['code', 'place']);
    expect(said('Item No.')).toEqual(['code', 'product']);
    expect(said('Modulo')).toEqual([]);
    const prefixed = viewOf({
      name: 'a.csv',
      headings: ['GA_CODEARTICLE', 'GA_LIBELLE', 'GA_PVTTC'],
      rows: [],
    });
    expect(prefixed.columns.map(({ said }) => said)).toEqual(['CODEARTICLE', 'LIBELLE', 'PVTTC']);
  });

  it('keep the names of our own fields, which all start alike', () => {
    const { columns } = viewOf({
      name: 'a.csv',
      headings: ['item_group_id', 'item_id', 'item_name'],
      rows: [],
    });
    expect(columns.map(({ said }) => said)).toEqual(['item_group_id', 'item_id', 'item_name']);
  });
});
