import { afterAll, describe, expect, it } from 'vitest';
import { deskKeeper, ITEMS, listing } from './files.ts';

const { desk, clear } = deskKeeper();
afterAll(clear);

const SALES = `date;code_produit;taille;magasin;quantité;montant
2026-06-03;R1;36;M1;2;160
2026-06-04;R1;38;M2;1;80
2026-07-02;R1;36;M1;3;240
`;
const STOCK = 'code_produit;taille;entrepôt;stock;date\nR1;36;M1;4;2026-07-05\nP2;M;M2;6;2026-07-05\n';

describe('what an import removes', () => {
  it('is nothing when every row of a file that replaces is refused', async () => {
    const { put, send, folder } = await desk();
    const first = await send([await put('articles.csv', ITEMS), await put('ventes.csv', SALES)]);
    const bad = await put(
      'ventes.csv',
      'date;code_produit;taille;magasin;quantité;montant\n2026-06-03;R1;36;M1;deux;160\n',
    );
    const { report, folder: written } = await send([bad], {
      mode: 'full',
      mapping: { accept_likely: true },
    });
    expect(report).toMatchObject({ status: 'refused', error_count: 1, totals: first.report.totals });
    expect(written).toBeNull();
    expect(await listing(`${folder}/warehouse`)).toEqual(['v1']);
  });

  it('is asked beyond a share of what is there, with the euros and units that go, and nothing is written until then', async () => {
    const { put, send, folder } = await desk();
    await send([await put('articles.csv', ITEMS), await put('ventes.csv', SALES)]);
    const fewer = await put(
      'ventes.csv',
      'date;code_produit;taille;magasin;quantité;montant\n2026-06-03;R1;36;M1;2;160\n',
    );
    const asked = await send([fewer], { mode: 'full', mapping: { accept_likely: false } });
    expect(asked.report).toMatchObject({
      status: 'refused',
      questions: [
        {
          key: 'removal:ventes.csv',
          code: 'removal',
          text: expect.stringMatching(/320\s€ et 4 pièces vendues/),
          choices: [{ value: 'remove' }, { value: 'complete' }],
        },
      ],
    });
    expect(await listing(`${folder}/warehouse`)).toEqual(['v1']);
    const answers = { 'removal:ventes.csv': 'complete' };
    const completed = await send([fewer], { mode: 'full', mapping: { answers } });
    expect(completed.report).toMatchObject({ unchanged: true, totals: { sale_quantity: 6 }, questions: [] });
    const removed = await send([fewer], {
      mode: 'full',
      mapping: { answers: { 'removal:ventes.csv': 'remove' } },
    });
    expect(removed.report.totals).toMatchObject({ sale_quantity: 2, sale_amount: 160 });
  });

  it('is not asked up to the share that the organisation set', async () => {
    const { put, send } = await desk();
    await send([await put('articles.csv', ITEMS), await put('ventes.csv', SALES)]);
    const fewer = await put('ventes.csv', SALES.split('\n').slice(0, 3).join('\n'));
    const { report } = await send([fewer], { mode: 'full', max_removed_share: 0.6 });
    expect(report).toMatchObject({ status: 'completed', totals: { sale_quantity: 3 } });
  });

  it('also counts a corrected day that says less than before', async () => {
    const { put, send } = await desk();
    await send([await put('articles.csv', ITEMS), await put('ventes.csv', SALES)]);
    const corrected = await put(
      'ventes.csv',
      'date;code_produit;taille;magasin;quantité;montant\n2026-07-02;R1;36;M1;1;80\n',
    );
    const { report } = await send([corrected]);
    expect(report.questions).toMatchObject([{ code: 'removal', choices: [{ value: 'remove' }] }]);
  });
});

it('a check writes its version whatever is open, and says revenue, units and stock by month and place, before and after', async () => {
  const { put, send } = await desk();
  await send([await put('articles.csv', ITEMS), await put('ventes.csv', SALES)]);
  const july = await put(
    'juillet.csv',
    'date;code_produit;taille;magasin;quantité;montant\n2026-07-02;R1;36;M1;1;80\n2026-07-03;P2;M;M2;2;100\n',
  );
  const { report, folder } = await send([july, await put('stock.csv', STOCK)], { check: true });
  expect(folder).not.toBeNull();
  expect(report.status).toBe('completed');
  expect(report.questions).toMatchObject([{ code: 'removal' }]);
  expect(report.effect).toEqual({
    places: [
      { code: 'M1', name: 'M1', currency: null },
      { code: 'M2', name: 'M2', currency: null },
    ],
    other_count: 0,
    months: [
      {
        month: '2026-07',
        cells: [
          { revenue: [240, 80], quantity: [3, 1], stock: [0, 4] },
          { revenue: [0, 100], quantity: [0, 2], stock: [0, 6] },
          { revenue: [240, 180], quantity: [3, 3], stock: [0, 10] },
        ],
      },
      {
        month: '2026-06',
        cells: [
          { revenue: [160, 160], quantity: [2, 2], stock: [0, 0] },
          { revenue: [80, 80], quantity: [1, 1], stock: [0, 0] },
          { revenue: [240, 240], quantity: [3, 3], stock: [0, 0] },
        ],
      },
    ],
    prices: [],
  });
});

it('shows the places with the most revenue, the others together, and months beyond a year as one', async () => {
  const { put, send } = await desk();
  const rows = Array.from({ length: 8 }, (_, place) =>
    Array.from({ length: 14 }, (_, month) => {
      const day = `${2025 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-05`;
      return `${day};R1;36;M${place};1;${(place + 1) * 10}`;
    }),
  ).flat();
  const sales = await put(
    'ventes.csv',
    `date;code_produit;taille;magasin;quantité;montant\n${rows.join('\n')}\n`,
  );
  const { report } = await send([await put('articles.csv', ITEMS), sales], { check: true });
  const { places, other_count, months } = report.effect ?? { places: [], other_count: 0, months: [] };
  expect(places.map(({ code }) => code)).toEqual(['M7', 'M6', 'M5', 'M4', 'M3']);
  expect(other_count).toBe(3);
  expect(months).toHaveLength(13);
  expect(months.at(-1)?.month).toBeNull();
  expect(months[0]?.cells).toHaveLength(7);
  expect(months.at(-1)?.cells.at(-1)?.quantity).toEqual([0, 16]);
});
