import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../src/database/database.ts';
import { PlaceBook } from '../src/import/places/names.ts';
import { attachWarehouse } from '../src/warehouse/previous.ts';
import { type Desk, deskKeeper } from './files.ts';

const { desk, clear } = deskKeeper();
afterAll(clear);

const COUNT = 20;
const lines = (places: readonly string[], write: (place: string, at: number) => string): string =>
  places.flatMap((place) => Array.from({ length: COUNT }, (_, at) => write(place, at))).join('\n');
const ARTICLES = `code_produit;libelle;famille;prix_ttc\n${lines([''], (_, at) => `P${at};Robe ${at};Robes;${49 + at},00`)}\n`;
const sales = (places: readonly string[], day = '13/06/2026'): string =>
  `date;code_produit;magasin;quantite;montant_ttc\n${lines(places, (place, at) => `${day};P${at};${place};1;${49 + at},00`)}\n`;
const stock = (places: readonly string[], day = '14/06/2026'): string =>
  `date;code_produit;lieu;stock\n${lines(places, (place, at) => `${day};P${at};${place};10`)}\n`;

/** The places that sales and stocks of a version name, and how many pieces are in stock. */
async function readPlaces({ folder }: Desk, version: string | null) {
  const database = await openDatabase({ temp_folder: `${folder}/spill`, memory_limit: '100MB' });
  try {
    return await database.session(async (session) => {
      await attachWarehouse(session, version, 'w_');
      const names = async (select: string): Promise<string[]> =>
        (await session.rows<{ name: string }>(`SELECT DISTINCT ${select} ORDER BY 1`)).map(
          ({ name }) => name,
        );
      return {
        sold: await names('location_code AS name FROM w_sale'),
        stocked: await names('inventory_code AS name FROM w_stock'),
      };
    });
  } finally {
    database.close();
  }
}

describe('places that are spelled otherwise than those known', () => {
  it.each<[string, string[], string[]]>([
    ['zeros before', ['1', '2'], ['001', '002']],
    ['another case', ['Lille', 'Lyon'], ['LILLE', 'LYON']],
    ['a name beside the code', ['1', '2'], ['001 - Lyon', '002 - Lille']],
    ['a word before', ['12', '14'], ['Magasin 12', 'Mag. 14']],
    ['decimals of a spreadsheet', ['101', '102'], ['101.0', '102.0']],
  ])('%s: asked in one delivery, and read as theirs', async (_, known, written) => {
    const own = await desk();
    const files = [
      await own.put('articles.csv', ARTICLES),
      await own.put('ventes.csv', sales(known)),
      await own.put('stock.csv', stock(written)),
    ];
    const { report, folder } = await own.send(files);
    expect(report.questions).toMatchObject([
      {
        ...{ key: 'place_spelling:stock.csv:lieu', code: 'place_spelling' },
        text: expect.stringMatching(`2 lieux ne s’écrivent pas comme ailleurs .*${written[0]} → ${known[0]}`),
        choices: [
          { label: 'Les mêmes', detail: '40 lignes sous les lieux connus' },
          { label: 'D’autres lieux', detail: '40 lignes sous des lieux de plus' },
        ],
      },
    ]);
    expect(await readPlaces(own, folder)).toEqual({ sold: known, stocked: known });
    expect(report.totals.stock_quantity).toBe(400);
  });

  it('are found from one delivery to the next, asked about once, and no stock is counted twice', async () => {
    const own = await desk();
    await own.send([
      await own.put('articles.csv', ARTICLES),
      await own.put('ventes.csv', sales(['1', '2'])),
      await own.put('stock.csv', stock(['1', '2'])),
    ]);
    const next = [
      await own.put('ventes.csv', sales(['001', '002'])),
      await own.put('stock.csv', stock(['001', '002'], '21/06/2026')),
    ];
    const { report, folder } = await own.send(next);
    expect(report.questions.map(({ key }) => key)).toEqual(['place_spelling:ventes.csv:magasin']);
    expect([report.totals.sale_quantity, report.totals.stock_quantity]).toEqual([40, 400]);
    expect((await readPlaces(own, folder)).stocked).toEqual(['1', '2']);
  });

  it.each([
    ['known', ['1', '2']],
    ['others', ['001', '002', '1', '2']],
  ] as const)(
    'answered once (%s), are asked about no more of files with these headings',
    async (answer, places) => {
      const own = await desk();
      await own.send([
        await own.put('articles.csv', ARTICLES),
        await own.put('ventes.csv', sales(['1', '2'])),
      ]);
      const answers = { 'place_spelling:ventes.csv:magasin': answer };
      const respelled = await own.put('ventes.csv', sales(['001', '002'], '17/06/2026'));
      const { used_mappings, report } = await own.send([respelled], { mapping: { answers } });
      expect(report.questions.map(({ code }) => code)).toEqual(['place_spelling']);
      const remembered = new Map(used_mappings.map(({ shape, files }) => [shape, files]));
      const later = await own.put('ventes S25.csv', sales(['001', '002'], '20/06/2026'));
      const after = await own.send([later], { remembered, mapping: { accept_likely: false } });
      expect(after.report.questions).toEqual([]);
      expect((await readPlaces(own, after.folder)).sold).toEqual(places);
    },
  );

  it('are found by the names that a list of places gives them', async () => {
    const own = await desk();
    const { report, folder } = await own.send([
      await own.put('articles.csv', ARTICLES),
      await own.put('magasins.csv', 'code_magasin;nom;type\n001;Lyon Part-Dieu;magasin\n002;Lille;magasin\n'),
      await own.put('ventes.csv', sales(['LYON PART DIEU', 'LILLE'])),
    ]);
    expect(report.questions.map(({ key }) => key)).toEqual(['place_spelling:ventes.csv:magasin']);
    expect((await readPlaces(own, folder)).sold).toEqual(['001', '002']);
  });

  it.each<[string, string[], string[]]>([
    ['of other numbers', ['1', '2'], ['11', '12']],
    ['where the file has the known one too', ['1', '2'], ['1', '001', '2']],
    ['where two are known that it may be', ['1', '01'], ['001']],
    ['where two of the file would be one', ['1'], ['01', '001']],
    ['of new shops', ['Lyon', 'Lille'], ['Lyon', 'Lille', 'Nantes']],
    ['of the same town', ['Lyon 1', 'Lyon 2'], ['Lyon']],
  ])('are not asked about: %s', async (_, known, written) => {
    const own = await desk();
    const { report } = await own.send([
      await own.put('articles.csv', ARTICLES),
      await own.put('ventes.csv', sales(known)),
      await own.put('stock.csv', stock(written)),
    ]);
    expect(report.questions).toEqual([]);
  });
});

it('a place known is never another, and each other one is found for one place at most', () => {
  const name = fc.string({
    unit: fc.constantFrom('0', '1', '2', 'L', 'l', 'é', ' ', '-'),
    minLength: 1,
    maxLength: 5,
  });
  fc.assert(
    fc.property(fc.uniqueArray(name), fc.uniqueArray(name), (known, written) => {
      const book = new PlaceBook();
      for (const code of known) book.add({ code, name: null });
      const found = book.respelled(written);
      for (const [place, code] of found) {
        expect(known).toContain(code);
        expect(known).not.toContain(place);
        expect(written).not.toContain(code);
      }
      expect(new Set(found.values()).size).toBe(found.size);
    }),
  );
});

it('keep what an earlier list of places said of them, where a later one leaves it out', async () => {
  const own = await desk();
  await own.send([
    await own.put(
      'lieux.csv',
      'code;nom;type;pays;ville;code_postal;tva;devise\nENT;Réserve;Entrepôt;Suisse;Genève;1200;8,1;EUR\nM1;Lyon;Magasin;France;Lyon;69002;20;EUR\n',
    ),
  ]);
  const { folder } = await own.send([
    await own.put('lieux 2.csv', 'code;nom;pays\nENT;Réserve centrale;Suisse\nM2;Brest;France\n'),
  ]);
  const database = await openDatabase({ temp_folder: `${own.folder}/spill`, memory_limit: '100MB' });
  const rows = await database.session(async (session) => {
    await attachWarehouse(session, folder, 'w_');
    return session.rows('SELECT * FROM w_place ORDER BY code');
  });
  database.close();
  expect(rows).toEqual([
    {
      ...{ code: 'ENT', name: 'Réserve centrale', kind: 'warehouse', country: 'Suisse', city: 'Genève' },
      ...{ postal_code: '1200', vat_rate: expect.closeTo(0.081, 6), currency: 'EUR' },
    },
    {
      ...{ code: 'M1', name: 'Lyon', kind: 'store', country: 'France', city: 'Lyon' },
      ...{ postal_code: '69002', vat_rate: 0.2, currency: 'EUR' },
    },
    {
      ...{ code: 'M2', name: 'Brest', kind: 'store', country: 'France', city: null },
      ...{ postal_code: null, vat_rate: null, currency: 'EUR' },
    },
  ]);
});
