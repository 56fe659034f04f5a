import type { Project } from '@palier/contract';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemScope } from '../../scope.ts';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { choose, importTexts } from '../../test/small-shop.ts';
import { waitForJobs } from '../jobs/index.ts';

const START = '2026-06-24';
const DAY = 86_400_000;
const before = (days: number): string =>
  new Date(Date.parse(`${START}T00:00:00Z`) - days * DAY).toISOString().slice(0, 10);

/** Days before the soldes that a price starts on, by product and size (none: the whole product). */
const PRICES: [code: string, size: string, back: number, price: number][] = [
  ['FLAT', '', 100, 50],
  ['OFFER', '', 100, 100],
  ['OFFER', '', 12, 80],
  ['OFFER', '', 7, 100],
  ['SIZED', '', 100, 40],
  ['SIZED', 'M', 40, 45],
  ['SIZED', 'M', 20, 30],
  ['SIZED', 'M', 15, 45],
  ['LATE', '', 20, 60],
];
const SIZES: Record<string, string[]> = {
  FLAT: ['S'],
  OFFER: ['S', 'M'],
  SIZED: ['S', 'M'],
  TILL: ['S'],
  LATE: ['S'],
};
/** Tickets: an offer that the till alone tells, returns and a staff price that are nobody's. */
const TICKETS: [code: string, back: number, quantity: number, amount: number][] = [
  ...[24, 23, 22, 21].map((back): [string, number, number, number] => ['FLAT', back, 1, 42.5]),
  ['FLAT', 10, 1, 5],
  ['FLAT', 9, -1, -1],
  ['OFFER', 3, 2, 200],
  ...[33, 27, 20, 14, 8, 2].map((back): [string, number, number, number] => ['TILL', back, 1, 70]),
  ['SIZED', 3, 1, 40],
  ['LATE', 3, 1, 60],
];

let test: TestApp;
let project: Project;
beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  const table = (head: string, rows: readonly (readonly unknown[])[]): string =>
    [head, ...rows.map((row) => row.join(';'))].join('\n');
  const variants = Object.entries(SIZES).flatMap(([code, sizes]) =>
    sizes.map((size) => [code, size] as const),
  );
  await importTexts(test, {
    'articles.csv': table(
      'code_produit;taille;libelle;prix_ttc;cout;date_mise_en_vente',
      variants.map(([code, size]) => [code, size, code, 50, 10, '2026-01-05']),
    ),
    'prix.csv': table(
      'code_produit;taille;date_début;prix_ttc',
      PRICES.map(([code, size, back, price]) => [code, size, before(back), price]),
    ),
    'ventes.csv': table(
      'date;code_produit;taille;quantite;montant_ttc;code_magasin',
      TICKETS.map(([code, back, quantity, amount]) => [before(back), code, 'S', quantity, amount, 'L1']),
    ),
    'stock.csv': table(
      'date;code_produit;taille;quantite;code_magasin',
      variants.map(([code, size]) => [before(1), code, size, 10, 'L1']),
    ),
  });
  const answer = await test.ask('claire', {
    method: 'POST',
    url: '/api/projects',
    payload: {
      ...{ name: 'Soldes été 2026/Robes', phases: [{ start_date: START }], end_date: '2026-07-22' },
      ...{ discount_pct_range: [30], working_phase: 0 },
    },
  });
  project = answer.body as Project;
  await waitForJobs(test.deps.database.db, systemScope('org_maison_brume'));
  await choose(test, project._id, { FLAT: 30, OFFER: 30, SIZED: 30, TILL: 30, LATE: 30 });
});
afterAll(() => test?.close());

async function proof(): Promise<Record<string, string>[]> {
  const response = await test.app.inject({
    url: `/api/projects/${project._id}/export/proof-csv`,
    headers: { host: 'localhost:4600', authorization: `Bearer ${await test.token('claire')}` },
  });
  expect(response.statusCode, response.body).toBe(200);
  return parse(response.body, { delimiter: ';', columns: true, bom: true });
}

const amount = (cell: string | undefined): number | null =>
  cell ? Number(cell.replace(/[^\d,.-]/g, '').replace(',', '.')) : null;

/** The price of a variant a day, by the rows above alone. */
function priceOn(code: string, size: string, back: number): number | null {
  const rows = PRICES.filter(([of, , since]) => of === code && since >= back);
  const own = rows.filter(([, of]) => of === size).sort((a, b) => a[2] - b[2]);
  const whole = rows.filter(([, of]) => of === '').sort((a, b) => a[2] - b[2]);
  return (own[0] ?? whole[0])?.[3] ?? null;
}

describe('the proof file', () => {
  it('has, for each variant, its price each of the 30 days before and the lowest of them', async () => {
    const rows = await proof();
    expect(rows.map((row) => `${row['Code produit']} ${row.Taille}`)).toEqual(
      expect.arrayContaining(['FLAT S', 'OFFER S', 'OFFER M', 'SIZED S', 'SIZED M', 'TILL S', 'LATE S']),
    );
    for (const row of rows) {
      const [code = '', size = ''] = [row['Code produit'], row.Taille];
      const days = Array.from({ length: 30 }, (_, at) => 30 - at);
      const listed = days.map((back) => priceOn(code, size, back));
      expect(
        days.map((back) => amount(row[`J-${back}`])),
        `${code} ${size}`,
      ).toEqual(listed);
      // The lowest of the lists, or a price that the till shows three times at least.
      const paid = TICKETS.filter(([of, back, quantity]) => of === code && quantity > 0 && back <= 30);
      const often = paid
        .map(([, , quantity, total]) => total / quantity)
        .filter((price, _, all) => all.filter((one) => one === price).length >= 3);
      const known = listed.filter((price) => price !== null);
      const covered = known.length === 30 || code === 'TILL';
      const tickets = size === 'M' && code === 'SIZED' ? [] : often;
      const lowest = covered ? Math.min(...known, ...tickets) : null;
      expect(amount(row['Prix antérieur']), `${code} ${size}`).toBe(lowest);
      const price = amount(row['Prix démarqué']);
      const announced =
        lowest === null || price === null || price >= lowest
          ? null
          : Math.floor(Math.round((1e6 * (lowest - price)) / lowest) / 1e4);
      expect(amount(row['Annonçable (%)']), `${code} ${size}`).toBe(announced);
    }
  });

  it('says what proves each prior price, and which phase it is of', async () => {
    const rows = await proof();
    const of = (code: string, size: string) =>
      rows.find((row) => row['Code produit'] === code && row.Taille === size) ?? {};
    expect(of('OFFER', 'S')).toMatchObject({
      ...{ Source: 'Tarif usuel', Preuve: 'Établi', Annonce: 'À moins que décidé', Statut: 'Non validée' },
    });
    expect(of('FLAT', 'S')).toMatchObject({
      ...{ Source: 'Caisse : 4 ventes à ce prix', Preuve: 'Vu en caisse, à confirmer' },
    });
    expect(of('LATE', 'S')).toMatchObject({ Preuve: 'Inconnu', Annonce: 'Prix antérieur inconnu' });
    expect(of('TILL', 'S')).toMatchObject({ Preuve: 'Vu en caisse, à confirmer' });
  });
});
