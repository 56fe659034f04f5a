import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { readXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { csvCell, writeCsv } from './csv.ts';
import { contentDisposition, fileName } from './file-name.ts';
import { neutralise } from './neutralise.ts';
import type { Cell, Sheet, SheetColumn } from './sheet.ts';
import { writeXlsx } from './xlsx.ts';

const COLUMNS: SheetColumn[] = [
  { label: 'Libellé', kind: 'text', width: 30 },
  { label: 'Marge', kind: 'money', width: 12, currency: 'EUR' },
  { label: 'Mise en vente', kind: 'date', width: 12 },
];

function sheetOf(rows: Cell[][], columns = COLUMNS): Sheet {
  async function* batches() {
    for (let at = 0; at < rows.length; at += 3) yield rows.slice(at, at + 3);
  }
  return { name: 'Essai', columns, rows: batches() };
}

async function csvOf(sheet: Sheet): Promise<string> {
  let text = '';
  for await (const chunk of writeCsv(sheet)) text += chunk;
  return text;
}

async function workbookOf(sheet: Sheet): Promise<Uint8Array> {
  return new Uint8Array(await new Response(writeXlsx(sheet)).arrayBuffer());
}

const hostile = fc
  .tuple(
    fc.constantFrom(
      ...['', ' ', '\t', '\n', '\ufeff', '  ', '\u0000', '\u001f', '\u200e', '\u00ad ', '\u2066'],
      ...['\u3164', '\u115f', '\u034f', '\ufe0f'],
    ),
    fc.constantFrom('=', '+', '-', '@', '\r', '\t', '＝'),
    fc.string(),
  )
  .map((parts) => parts.join(''));
const anyText = fc.oneof(fc.string({ unit: 'grapheme' }), hostile, fc.constantFrom('a;b', 'a"b', 'a\r\nb'));

describe('a text in a file', () => {
  it('never begins as a formula, and loses nothing but gains an apostrophe', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const safe = neutralise(text);
        expect(safe).not.toMatch(/^(?:[^\p{L}\p{M}\p{N}\p{P}\p{S}]|\p{DI})*[=+\-@＝＋－＠]/u);
        expect(safe === text || safe === `'${text}`).toBe(true);
      }),
    );
    expect(neutralise('Robe = jupe')).toBe('Robe = jupe');
  });

  it('is read back from the CSV as it was, whatever it holds', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyText, { maxLength: 7 }), async (texts) => {
        const csv = await csvOf(sheetOf(texts.map((text) => [text, 1, null])));
        const rows: string[][] = parse(csv, { delimiter: ';', bom: true, relax_column_count: false });
        expect(rows.slice(1).map(([text]) => text)).toEqual(texts.map(neutralise));
      }),
      { numRuns: 60 },
    );
  });
});

describe('a number in a file', () => {
  it('has a decimal comma in a CSV and stays a number, negative or not', () => {
    expect(csvCell(-12.5, 'money')).toBe('-12,5');
    expect(csvCell(1234.567, 'money')).toBe('1234,57');
    expect(csvCell(-0.001, 'money')).toBe('0');
    expect(csvCell(Number.NaN, 'number')).toBe('');
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: -1e9, max: 1e9 }), (value) => {
        expect(Number(csvCell(value, 'money').replace(',', '.'))).toBeCloseTo(value, 1);
      }),
    );
  });

  it('is a number in a workbook, a day is a date, a heading cannot be a formula', async () => {
    const [first, ...others] = COLUMNS;
    const columns = [{ ...(first as SheetColumn), label: '=1+1' }, ...others];
    const bytes = await workbookOf(sheetOf([['=1+1', -12.5, '2026-07-01']], columns));
    const { sheets } = await readXlsx(bytes, { readStyles: true });
    expect(sheets[0]?.rows).toEqual([
      ["'=1+1", 'Marge', 'Mise en vente'],
      ["'=1+1", -12.5, new Date('2026-07-01T00:00:00Z')],
    ]);
  });
});

describe('a large file', () => {
  it.each(['csv', 'xlsx'] as const)('[IMPEX-01] is written as %s while its rows are read', async (format) => {
    let made = 0;
    async function* rows() {
      for (let batch = 0; batch < 50; batch += 1) {
        made += 2000;
        yield Array.from({ length: 2000 }, (_, row): Cell[] => [
          `Robe ${made + row}`,
          row / 100,
          '2026-07-01',
        ]);
      }
    }
    const sheet: Sheet = { name: 'Grand', columns: COLUMNS, rows: rows() };
    const chunks = format === 'csv' ? writeCsv(sheet) : writeXlsx(sheet);
    let count = 0;
    for await (const _chunk of chunks) {
      count += 1;
      if (count === 2) expect(made).toBeLessThan(30_000);
    }
    expect(made).toBe(100_000);
    expect(count).toBeGreaterThan(10);
  });
});

describe('the name of a file', () => {
  it('[IMPEX-02] keeps its accents, and has a name without them for older browsers', () => {
    expect(fileName(['Soldes été 2026', 'Femme', 'a/b:c'], 'xlsx')).toBe(
      'Soldes été 2026 - Femme - a b c.xlsx',
    );
    expect(fileName(['Soldes \u202evsc.exe', 'Fem\u200bme'], 'csv')).toBe('Soldes vsc.exe - Fem me.csv');
    expect(contentDisposition('Été "1".csv')).toBe(
      `attachment; filename="Ete _1_.csv"; filename*=UTF-8''%C3%89t%C3%A9%20%221%22.csv`,
    );
  });

  it('[IMPEX-02] is « export » when there is none, and never breaks the header', () => {
    expect(fileName(['', ' / '], 'csv')).toBe('export.csv');
    expect(fileName(['Femme '.repeat(40)], 'csv', ['Démarque 1', 'non validée'])).toMatch(
      /^Femme .* - Démarque 1 - non validée\.csv$/,
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(contentDisposition(fileName([text], 'csv'))).toMatch(
          /^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''[\w%.~!-]+$/,
        );
      }),
    );
  });
});
