import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Desk, newDesk } from './files.ts';

const desks: Desk[] = [];

afterAll(async () => {
  for (const { folder } of desks) await rm(folder, { recursive: true, force: true });
});

const ITEMS = 'code_produit;taille;prix_ttc;prix_revient\nR1;36;80;20\nR1;38;80;20\nP2;M;50;10\n';
const HEADINGS = 'date;code_produit;taille;magasin;quantité;montant\n';
const ROWS = Array.from({ length: 40 }, (_, index) => {
  const day = String(1 + (index % 28)).padStart(2, '0');
  const product = index % 3 === 0 ? 'P2;M' : 'R1;36';
  return `2026-0${1 + (index % 3)}-${day};${product};M${index % 4};${1 + (index % 2)};${40 + index},5\n`;
}).join('');

/** What the warehouse holds after these sales, and what was refused. */
async function imported(sales: string) {
  const desk = await newDesk();
  desks.push(desk);
  const { manifest, report } = await desk.send([
    await desk.put('articles.csv', ITEMS),
    await desk.put('ventes.csv', HEADINGS + sales),
  ]);
  const files = manifest?.files.filter(({ kind }) => kind === 'sale').map(({ checksum }) => checksum);
  return { files, errors: report.errors, totals: report.totals };
}

describe('a file whose cells are all written alike, read in one pass', () => {
  let plain: Awaited<ReturnType<typeof imported>>;
  beforeAll(async () => {
    plain = await imported(ROWS);
  });

  it('[IMPEX-03] holds the same sales when a row at its end makes it be read twice', async () => {
    const total = await imported(`${ROWS};Total;;;60;2\u202f400,00\n`);
    expect(plain.errors).toEqual([]);
    expect([...new Set(total.errors.map(({ line }) => line))]).toEqual([42]);
    expect(total.files).toEqual(plain.files);
    expect(total.totals).toEqual(plain.totals);
  });

  it.each([
    ['thousands, and quotes', '2026-03-30;"R1";38;M1;2;"1 234,50"\n', 1234.5],
    ['a day in the French order, and blanks', '30/03/2026;\u00a0R1;38 ;M1;2;160\n', 160],
  ])('reads %s in its last row', async (_, row, amount) => {
    const mixed = await imported(ROWS + row);
    expect(mixed.errors).toEqual([]);
    expect(mixed.totals.item_count).toBe(3);
    expect(mixed.totals.sale_quantity).toBe(plain.totals.sale_quantity + 2);
    expect(mixed.totals.sale_amount).toBeCloseTo(plain.totals.sale_amount + amount, 6);
  });
});
