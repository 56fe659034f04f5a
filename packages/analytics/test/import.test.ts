import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../src/database/database.ts';
import { CancelledError } from '../src/errors.ts';
import {
  announcePresence,
  cleanLeftovers,
  type ImportMapping,
  type ImportReport,
  inspectFiles,
} from '../src/index.ts';
import { type Desk, fallSilent, listing, newDesk } from './files.ts';

const desks: Desk[] = [];
async function desk(): Promise<Desk> {
  const made = await newDesk();
  desks.push(made);
  return made;
}

afterAll(async () => {
  for (const { folder } of desks) await rm(folder, { recursive: true, force: true });
});

const ITEMS = `Code produit;Libellé;Marque;Rayon;Taille;Prix TTC;Prix de revient;Date de mise en vente
R1;Robe d’été;Aurelle;Femme;36;79,99;24,50;12/02/2026
R1;Robe d’été;Aurelle;Femme;38;79,99;24,50;12/02/2026
P2;Pull « côtelé »;Nordé;Homme;M;1 049,00;300;2026-02-13
`;
const SALES = `date;code_produit;taille;magasin;quantité;montant
01/07/2026;R1;36;M01;2;159,98
02/07/2026;R1;38;M01;1;63,99
02/07/2026;P2;M;M02;1;1 049,00
`;
const STOCK = `code_produit;taille;entrepôt;stock;date
R1;36;M01;4;05/07/2026
R1;38;M01;0;05/07/2026
P2;M;ENT;7;05/07/2026
`;

function toWindows1252(text: string): Buffer {
  const special = new Map([
    ['’', 0x92],
    ['«', 0xab],
    ['»', 0xbb],
    ['€', 0x80],
  ]);
  return Buffer.from([...text].map((character) => special.get(character) ?? character.charCodeAt(0)));
}

/** A zip with deflated entries, written by hand. */
function zip(entries: [string, Buffer][]): Buffer {
  const parts: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of entries) {
    const packed = deflateRawSync(content);
    const title = Buffer.from(name);
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    header.writeUInt16LE(0x800, 6);
    header.writeUInt16LE(8, 8);
    header.writeUInt32LE(packed.length, 18);
    header.writeUInt32LE(content.length, 22);
    header.writeUInt16LE(title.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(0x800, 8);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(content.length, 24);
    entry.writeUInt16LE(title.length, 28);
    entry.writeUInt32LE(offset, 42);
    parts.push(header, title, packed);
    central.push(entry, title);
    offset += 30 + title.length + packed.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, directory, end]);
}

const EXPECTED = {
  item_group_count: 2,
  item_count: 3,
  sale_rows: 3,
  sale_quantity: 4,
  stock_quantity: 11,
  last_sale_date: '2026-07-02',
};

describe('reading a customer’s files', () => {
  it('[IMPEX-03] reads French headings, decimal commas, French and ISO dates', async () => {
    const { put, send } = await desk();
    const { report } = await send([
      await put('articles.csv', ITEMS),
      await put('ventes.csv', SALES),
      await put('stock.csv', STOCK),
    ]);
    expect(report.errors).toEqual([]);
    expect(report.totals).toMatchObject(EXPECTED);
    expect(report.totals.sale_amount).toBeCloseTo(159.98 + 63.99 + 1049, 6);
    expect(report.data_date).toBe('2026-07-05');
  });

  it('reads the same from Windows-1252, a BOM, gzip, zip, XLSX and Parquet', async () => {
    const rows = SALES.trim()
      .split('\n')
      .map((line) => line.split(';'));
    const workbook = await writeXlsx({
      sheets: [
        {
          name: 'Ventes',
          rows: rows.map((row, index) =>
            index === 0
              ? row
              : [
                  new Date(`${row[0]?.slice(6)}-${row[0]?.slice(3, 5)}-${row[0]?.slice(0, 2)}T00:00:00Z`),
                  row[1] ?? '',
                  row[2] ?? '',
                  row[3] ?? '',
                  Number(row[4]),
                  Number((row[5] ?? '').replace(' ', '').replace(',', '.')),
                ],
          ),
        },
      ],
    });
    const forms: [string, string | Uint8Array][] = [
      ['ventes.csv', toWindows1252(SALES)],
      ['ventes.csv', `\uFEFF${SALES}`],
      ['ventes.tsv', SALES.replaceAll(';', '\t')],
      ['ventes.csv', SALES.replaceAll('\n', '\r\n')],
      ['ventes.csv.gz', gzipSync(SALES)],
      [
        'envoi.zip',
        zip([
          ['dossier/ventes.csv', Buffer.from(SALES)],
          ['__MACOSX/._ventes.csv', Buffer.from('x')],
        ]),
      ],
      ['ventes.xlsx', workbook],
      ['ventes.parquet', await parquetSales()],
    ];
    for (const [name, content] of forms) {
      const { put, send } = await desk();
      const { report } = await send([
        await put('articles.csv', toWindows1252(ITEMS)),
        await put(name, content),
        await put('stock.csv', STOCK),
      ]);
      expect(report.totals, name).toMatchObject(EXPECTED);
      expect(report.totals.sale_amount, name).toBeCloseTo(1272.97, 6);
      expect(report.ignored_files, name).toEqual([]);
    }
  });

  it('tells file, line, column, value and reason of each bad row and keeps the good ones', async () => {
    const { put, send } = await desk();
    const bad = `date;code_produit;taille;magasin;quantité;montant
01/07/2026;R1;36;"Magasin
du Port";2;159,98

32/07/2026;R1;36;M01;1;79,99
02/07/2026;;;M01;1;79,99
02/07/2026;R1;38;M01;deux;79,99
02/07/2026;R1;38;M01;1;79,99 €
02/07/1926;R1;38;M01;1;79,99
`;
    const { report } = await send([await put('articles.csv', ITEMS), await put('ventes.csv', bad)]);
    expect(
      report.errors.map(({ file, line, column, value, reason }) => [file, line, column, value, reason]),
    ).toEqual([
      ['ventes.csv', 5, 'date', '32/07/2026', 'date illisible'],
      ['ventes.csv', 6, 'code_produit', null, 'valeur manquante'],
      ['ventes.csv', 7, 'quantité', 'deux', 'nombre illisible'],
      ['ventes.csv', 9, 'date', '02/07/1926', 'date invraisemblable'],
    ]);
    expect(report.files.find(({ kind }) => kind === 'sales')).toMatchObject({
      rows_read: 6,
      rows_kept: 2,
      rows_rejected: 4,
      total_quantity: 3,
    });
    expect(report.totals.sale_amount).toBeCloseTo(159.98 + 79.99, 6);
    const [file] = report.error_files;
    expect(file?.row_count).toBe(4);
    const text = await readFile(file?.path ?? '', 'utf8');
    expect(text.split('\n')[0]).toBe('\uFEFFdate;code_produit;taille;magasin;quantité;montant;ligne;erreur');
    expect(text).toContain('02/07/2026;R1;38;M01;deux;79,99;7;quantité : nombre illisible');
  });

  it('refuses everything when asked to stop at the first bad row', async () => {
    const { put, send, folder } = await desk();
    const result = await send([await put('articles.csv', `${ITEMS}X;Sac;;;;cher;1;\n`)], {
      stop_on_error: true,
    });
    expect(result).toMatchObject({ folder: null, report: { status: 'refused', error_count: 1 } });
    expect(await listing(folder)).not.toContain('warehouse');
  });

  it('recognises English headings and shows what it understood, with 20 rows at most', async () => {
    const { put, folder } = await desk();
    const rows = Array.from(
      { length: 40 },
      (_, index) => `2026-07-01,SKU${index},S1,${index},${index}.50`,
    ).join('\n');
    const file = await put('transactions.csv', `day,sku,store,qty,revenue\n${rows}\n`);
    const odd = await put('lisezmoi.txt', 'Bonjour\nVoici les fichiers\n');
    const [sales, text] = await inspectFiles([file, odd], { temp_folder: join(folder, 'temp') });
    expect(sales?.kinds).toEqual(['sales']);
    expect(sales?.headings.map(({ column }) => column)).toEqual([
      'date',
      'item_id',
      'location_code',
      'quantity',
      'amount',
    ]);
    expect(sales?.preview).toHaveLength(20);
    expect(sales?.decimal).toBe('.');
    expect(text?.problem).toBe('colonnes non reconnues');
  });

  it('follows a mapping file for foreign headings, constants, weeks and shifted dates', async () => {
    const { put, send } = await desk();
    const mapping: ImportMapping = {
      settings: { vat_rate: 0.1, cost_share_of_price: 0.5 },
      files: [
        {
          match: 'products*.csv',
          kind: 'items',
          columns: { upc: ['item_group_id', 'item_id'], desc: 'title', p: 'price' },
        },
        {
          match: 'weeks.csv',
          kind: 'sales',
          columns: { w: 'week_number', upc: 'item_id', n: 'quantity' },
          constants: { first_week_date: '2026-01-05', location_code: 'S9', unit_price: 8 },
        },
        {
          match: 'ends.csv',
          kind: 'sales',
          columns: { end: 'date', upc: 'item_id', n: 'quantity', v: 'amount' },
          constants: { shift_days: -6 },
        },
      ],
    };
    const files = [
      await put('products-1.csv', 'upc,desc,p\n11,Cereal,11\n'),
      await put('weeks.csv', 'w,upc,n\n0,11,3\n2,11,1\n'),
      await put('ends.csv', 'end,upc,n,v\n2026-02-01,11,5,40\n'),
    ];
    const { report, manifest } = await send(files, { mapping });
    expect(report.error_count).toBe(0);
    expect(report.totals).toMatchObject({
      sale_quantity: 9,
      sale_amount: 72,
      first_sale_date: '2026-01-05',
      last_sale_date: '2026-01-26',
    });
    expect(report.data_date).toBe('2026-02-01');
    expect(manifest?.settings.cost_share_of_price).toBe(0.5);
  });

  it('takes amounts that are missing from the price paid that day, then from the list price', async () => {
    const { put, send } = await desk();
    const prices =
      'code_produit;taille;tarif;date_début;prix\nR1;36;vente;01/07/2026;60\nR1;36;vente;03/07/2026;50\n';
    const sales =
      'date;code_produit;taille;quantité\n30/06/2026;R1;36;1\n02/07/2026;R1;36;1\n03/07/2026;R1;36;2\n';
    const { report } = await send(
      [await put('articles.csv', ITEMS), await put('prix.csv', prices), await put('ventes.csv', sales)],
      { mapping: { settings: { paid_price_list_id: 'vente' } } },
    );
    expect(report.totals.sale_amount).toBeCloseTo(79.99 + 60 + 100, 6);
  });
});

async function parquetSales(): Promise<Uint8Array> {
  const { folder } = await desk();
  const database = await openDatabase({ temp_folder: join(folder, 'spill'), memory_limit: '100MB' });
  await database.run(
    `COPY (SELECT * FROM (VALUES (DATE '2026-07-01', 'R1', '36', 'M01', 2, 159.98::DOUBLE), (DATE '2026-07-02', 'R1', '38', 'M01', 1, 63.99), (DATE '2026-07-02', 'P2', 'M', 'M02', 1, 1049.0)) t("date", "code_produit", "taille", "magasin", "quantité", "montant")) TO '${join(folder, 'v.parquet')}' (FORMAT parquet)`,
  );
  database.close();
  return readFile(join(folder, 'v.parquet'));
}

describe('deliveries that follow one another', () => {
  it('changes nothing when the same files come twice, alone or in one delivery', async () => {
    const { put, send } = await desk();
    const files = [
      await put('articles.csv', ITEMS),
      await put('ventes.csv', SALES),
      await put('stock.csv', STOCK),
    ];
    const first = await send(files);
    const second = await send(files);
    expect(second.report.unchanged).toBe(true);
    expect(second.folder).toBe(first.folder);
    const twice = await send([...files, await put('ventes (copie).csv', SALES)]);
    expect(twice.report.totals.sale_quantity).toBe(4);
    expect(twice.report.ignored_files).toEqual([
      { name: 'ventes (copie).csv', reason: 'identique à ventes.csv' },
    ]);
  });

  it('replaces sales of the same day, variant and place, adds the others, and completes items column by column', async () => {
    const { put, send } = await desk();
    const first = await send([await put('articles.csv', ITEMS), await put('ventes.csv', SALES)]);
    const second = await send([
      await put(
        'ventes2.csv',
        'date;code_produit;taille;magasin;quantité;montant\n02/07/2026;R1;38;M01;3;191,97\n03/08/2026;R1;36;M01;1;79,99\n',
      ),
      await put('articles2.csv', 'code_produit;taille;fournisseur\nR1;40;Maison Lyon\n'),
    ]);
    expect(second.report.totals).toMatchObject({
      sale_rows: 4,
      sale_quantity: 7,
      item_group_count: 2,
      item_count: 4,
    });
    const month = (result: typeof first): string | undefined =>
      result.manifest?.files.find(({ name }) => name === 'sale-2026-07.parquet')?.checksum;
    expect(month(second)).not.toBe(month(first));
    const full = await send(
      [
        await put(
          'ventes3.csv',
          'date;code_produit;taille;magasin;quantité;montant\n05/09/2026;R1;36;M01;1;79,99\n',
        ),
      ],
      { mode: 'full', mapping: { accept_likely: true } },
    );
    expect(full.report.totals).toMatchObject({ sale_rows: 1, item_count: 4 });
  });

  it('leaves the previous version as it was when cancelled', async () => {
    const { put, send, folder } = await desk();
    const first = await send([await put('articles.csv', ITEMS), await put('ventes.csv', SALES)]);
    const stop = new AbortController();
    const more = await put(
      'ventes2.csv',
      'date;code_produit;taille;magasin;quantité;montant\n02/08/2026;R1;38;M01;3;191,97\n',
    );
    const cancelled = send([more], {
      signal: stop.signal,
      onProgress: ({ stage }) => stage === 'sales' && stop.abort(),
    });
    await expect(cancelled).rejects.toBeInstanceOf(CancelledError);
    expect(await listing(join(folder, 'warehouse'))).toEqual(['v1']);
    const again = await send([more]);
    expect(again.report.totals.sale_quantity).toBe(7);
    expect(first.folder).toBe(join(folder, 'warehouse', 'v1'));
  });

  it('leaves the previous version as it was when killed in the middle, and cleans up at the next start', async () => {
    const { put, send, folder } = await desk();
    const first = await send([await put('articles.csv', ITEMS), await put('ventes.csv', SALES)]);
    const more = await put(
      'ventes2.csv',
      'date;code_produit;taille;magasin;quantité;montant\n02/08/2026;R1;38;M01;3;191,97\n',
    );
    const request = {
      files: [more],
      version: 9,
      previous_folder: first.folder,
      mode: 'incremental',
      mapping: { accept_likely: true },
      warehouse_folder: join(folder, 'warehouse'),
      temp_folder: join(folder, 'temp'),
    };
    const presence = join(folder, 'processes');
    const script = `import { announcePresence, importFiles } from ${JSON.stringify(new URL('../src/index.ts', import.meta.url).href)};
      await announcePresence(${JSON.stringify(presence)});
      await importFiles({ ...${JSON.stringify(request)}, onProgress: ({ stage }) => { if (stage === 'sales') process.kill(process.pid, 'SIGKILL'); } });`;
    const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
      stdio: 'inherit',
    });
    const signal = await new Promise((resolve) => child.on('exit', (_code, by) => resolve(by)));
    expect(signal).toBe('SIGKILL');
    expect((await listing(join(folder, 'warehouse'))).some((name) => name.startsWith('.tmp-'))).toBe(true);
    const own = await announcePresence(presence);
    const parts = [join(folder, 'warehouse'), join(folder, 'temp')];
    await cleanLeftovers(parts, presence);
    // Silent for a moment only: it might still live on a machine whose locks this one does not see.
    expect((await listing(join(folder, 'warehouse'))).some((name) => name.startsWith('.tmp-'))).toBe(true);
    await fallSilent(presence);
    await cleanLeftovers(parts, presence);
    await own.close();
    expect(await listing(presence)).toEqual([]);
    expect(await listing(join(folder, 'warehouse'))).toEqual(['v1']);
    expect(await listing(join(folder, 'temp'))).toEqual([]);
    expect((await send([more])).report.totals.sale_quantity).toBe(7);
  });
});

describe('the quality report', () => {
  it('counts what is doubtful, with examples, euros and the effect on the forecast', async () => {
    const { put, send } = await desk();
    const items = `code_produit;libellé;taille;prix_ttc;prix_revient
A;Sans coût;U;10;
B;Sans prix;U;;3
C;Cher à fabriquer;U;10;20
D;Tailles cassées;36;50;10
D;Tailles cassées;38;50;10
D;Tailles cassées;40;50;10
D;Tailles cassées;42;50;10
E;Jamais vendu;U;30;10
`;
    const sales = `date;code_produit;taille;magasin;quantité;montant
01/05/2026;D;36;M1;1;50
01/05/2026;ZZ;U;M1;2;80
01/05/2026;D;38;M1;1;90
20/06/2026;A;U;M1;1;10
20/06/2026;C;U;M1;1;10
`;
    const stock =
      'code_produit;taille;magasin;stock;date\nD;36;M1;5;30/06/2026\nD;38;M1;-2;30/06/2026\nE;U;M1;4;30/06/2026\nA;U;M1;3;30/06/2026\n';
    const orders = 'code_produit;taille;date_livraison;quantité\nE;U;15/08/2026;12\n';
    const { report } = await send([
      await put('articles.csv', items),
      await put('ventes.csv', sales),
      await put('stock.csv', stock),
      await put('commandes.csv', orders),
    ]);
    const found = Object.fromEntries(
      report.quality.map(({ code, count, amount }) => [
        code,
        [count, amount === null ? null : Math.round(amount)],
      ]),
    );
    expect(found).toMatchObject({
      unknown_product: [1, 80],
      negative_stock: [1, 100],
      missing_cost: [1, 30],
      missing_price: [1, null],
      cost_above_price: [1, 0],
      price_above_list: [1, 40],
      no_history: [1, 120],
      broken_sizes: [1, 250],
      stock_on_order: [1, 360],
      recent_first_sale: [2, 30],
    });
    for (const issue of report.quality) expect(issue.effect.length + issue.label.length).toBeGreaterThan(40);
    expect(report.quality[0]?.severity).toBe('error');
  });

  it('says the articles whose price is not that of their dated list, which stays', async () => {
    const { put, send } = await desk();
    const articles = (a: number, b: number) =>
      `code_produit;libellé;taille;prix_ttc;prix_revient\nA;Robe;U;${a};10\nB;Jupe;U;${b};10\nC;Veste;U;90;30\n`;
    const prices =
      'code_produit;tarif;date_début;prix_ttc\nA;;01/02/2026;50\nA;;01/01/2027;99\nB;FR;01/02/2026;30\nB;BE;01/02/2026;32\n';
    const stock = 'code_produit;taille;magasin;stock;date\nA;U;M1;5;30/06/2026\n';
    const differing = ({ report }: { report: ImportReport }) =>
      report.quality
        .filter(({ code }) => code === 'article_price_differs')
        .map(({ count, examples, amount }) => [count, examples, amount]);
    const first = await send([
      await put('articles.csv', articles(50, 30)),
      await put('prix.csv', prices),
      await put('stock.csv', stock),
    ]);
    expect(differing(first)).toEqual([]);
    const raised = await send([await put('articles.csv', articles(80, 32))]);
    expect(differing(raised)).toEqual([[1, ['A : 80,00 pour 50,00'], 400]]);
  });

  it('tells the items that came several times with different values, which was kept, until they come clean', async () => {
    const { put, send } = await desk();
    const first = `code_produit;libellé;taille;prix_ttc;prix_revient;collection
R1;Robe;36;79,99;24,5;Été
R1;Robe;36;69,99;24,5;Hiver
R1;Robe;38;79,99;24,5;Été
R1;Robe;38;79,99;;Été
`;
    const second = 'code_produit;libellé;prix_ttc\nS1;Sac;30\nS1;Sac à main;30\n';
    const stock = 'code_produit;taille;magasin;stock;date\nR1;36;M1;2;05/07/2026\nS1;;M1;1;05/07/2026\n';
    const sent = await send([
      await put('articles.csv', first),
      await put('sacs.csv', second),
      await put('stock.csv', stock),
    ]);
    const issue = sent.report.quality.find(({ code }) => code === 'duplicate_item');
    expect(issue).toMatchObject({ count: 2, actions: ['exclude', 'accept'] });
    expect(issue?.amount).toBeCloseTo(2 * 69.99 + 30, 6);
    expect(issue?.examples).toEqual([
      'R1-36 : Prix TTC 69,99 gardé, 79,99 écarté ; Collection Hiver gardé, Été écarté',
      'S1 : Libellé Sac à main gardé, Sac écarté',
    ]);
    const clean = await send([await put('articles.csv', first.replace('R1;Robe;36;69,99;24,5;Hiver\n', ''))]);
    expect(clean.report.quality.find(({ code }) => code === 'duplicate_item')?.examples).toEqual([
      'S1 : Libellé Sac à main gardé, Sac écarté',
    ]);
  });
});
