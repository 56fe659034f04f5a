import { type ImportAnswers, openQuestions } from '@palier/domain';
import { afterAll, describe, expect, it } from 'vitest';
import type { ImportReport } from '../src/import/types.ts';
import { deskKeeper } from './files.ts';
import { MERCHANTS } from './unseen/merchants.ts';
import { RETAILERS } from './unseen/retailers.ts';
import type { Unseen } from './unseen/sheet.ts';

const { desk, clear } = deskKeeper();
afterAll(clear);

/**
 * Whole deliveries of twelve retailers, written by somebody who knew nothing of how files are read. Of each file that is
 * not read at once: what is asked, and what a person who knows it answers. « refused »: nothing of it is kept.
 */
const ASKED: Record<string, Record<string, Record<string, string> | 'refused'>> = {
  'corners of leather goods in Paris department stores': {
    'GL_sellout_hebdo_202622-202627.csv': { 'missing_column:item_group_id': 'Réf. fournisseur' },
    'PRINTEMPS sell out sem 22 a 27.csv': { missing_column: 'aside', per_piece: 'piece' },
    'stock corners au 050726.csv': { 'place_spelling:Magasin': 'known' },
  },
  'a French book and record shop': {
    'inventaire permanent 06-07-2026.csv': { kind: 'stock' },
    'Z juin 2026.csv': { kind: 'control' },
  },
  'a Swiss perfumery': {},
  'a Spanish franchise of home decoration': {
    'Movs. productos abr-jul 2026.csv': { measure: 'Cantidad', tax_basis: 'excl' },
    'Productos por almacén.csv': { kind: 'stock' },
    'Líneas compra pendientes.csv': { measure: 'Cantidad pendiente' },
    'Precios venta.csv': { 'date_order:Fecha inicial': 'day', lowered_prices: 'reduced' },
    'Almacenes.csv': { kind: 'places' },
  },
  'a denim brand in the United States': {
    'ItemMasterResults417.csv': { currency: 'USD' },
    'OpenPOLinesResults512.csv': { kind: 'orders' },
    'PriceLevelsResults33.csv': { kind: 'prices', measure: 'Base Price', tax_basis: 'incl' },
  },
  'a French lingerie brand on marketplaces': {
    'zalando_partner_sales_20260602-20260704.csv': { 'missing_column:quantity': '1' },
  },
  'Chaussures Lebreton': {},
  'Speelboom / Le Bois des Jouets': {},
  'Sport Brandl': {
    'Aktionspreise SSV 2026.csv': { measure: 'VK alt' },
  },
  'Heron & Fern': {
    'products_export_1.csv': { stock_levels: 'replace' },
    'Register closures 8 Jun - 5 Jul.csv': 'refused',
  },
  'Moda Valsecchi': {
    'Listino saldi estivi 2026.csv': { 'date_order:Dal': 'day' },
  },
  'Boréal Plein Air': {
    'Circulaire semaine du 9 juillet.csv': { kind: 'prices' },
  },
};

/** Files whose totals no answer leads to. */
const IN_VAIN = new Set([
  // What each week took is said nowhere, only what all did.
  'PRINTEMPS sell out sem 22 a 27.csv',
  // Two lines of carriage are of an account, which is no article.
  'Líneas compra pendientes.csv',
]);

/** `reading` or `date_order:Dal` of a file → the question's key. */
function keyOf(file: string, question: string): string {
  const [code = '', ...column] = question.split(':');
  return [code, file, ...column].join(':');
}

const cents = (value: number): number => Math.round(value * 100) / 100;

/** What was kept of a file, for its maker's totals to be compared with. */
function keptOf(wanted: Unseen, report: ImportReport) {
  const own = report.files.filter(({ file, rows_kept }) => file === wanted.name && rows_kept > 0);
  const of = own.filter(({ kind }) => kind === wanted.kind);
  const sum = (figure: 'total_quantity' | 'total_amount'): number =>
    cents(of.reduce((total, file) => total + (file[figure] ?? 0), 0));
  const [first] = of;
  return {
    kind: own.length === 0 ? null : (first?.kind ?? own[0]?.kind),
    ...(wanted.units !== undefined && wanted.kind !== 'items' && { units: sum('total_quantity') }),
    ...(wanted.amount !== undefined && { amount: sum('total_amount') }),
    ...(wanted.dates && { dates: [first?.first_date, first?.last_date] }),
    ...(wanted.currency && wanted.kind !== 'orders' && { currency: first?.currency ?? report.currency }),
  };
}

/** The totals of a file's maker. An order of goods has no amount, so no currency. */
function wantedOf({ kind, units, amount, dates, currency }: Unseen) {
  return {
    kind,
    ...(units !== undefined && kind !== 'items' && { units: cents(units) }),
    ...(amount !== undefined && { amount: cents(amount) }),
    ...(dates && { dates: [...dates] }),
    ...(currency && kind !== 'orders' && { currency }),
  };
}

describe('[IMPEX-03] a retailer’s whole delivery', () => {
  it.each([...RETAILERS, ...MERCHANTS])(
    'of $name is read to the unit and the cent',
    async ({ name, files }) => {
      const { put, send } = await desk();
      const sources = await Promise.all(files.map((file) => put(file.name, file.text)));
      const ask = async (answers: ImportAnswers): Promise<ImportReport> =>
        (await send(sources, { mapping: { accept_likely: false, answers }, today: '2026-07-06' })).report;

      const asked = ASKED[name] ?? {};
      const known = Object.entries(asked).flatMap(([file, answers]) =>
        answers === 'refused'
          ? []
          : Object.entries(answers).map(([question, value]) => [keyOf(file, question), value] as const),
      );
      const answers = Object.fromEntries(known);
      const first = await ask({});
      const once = openQuestions(first.questions, {}).map(({ key }) => key);
      // What is compared with what is there is asked once nothing else is.
      const given = Object.fromEntries(known.filter(([key]) => once.includes(key)));
      const second = once.length === 0 ? first : await ask(given);
      const twice = openQuestions(second.questions, given).map(({ key }) => key);
      expect([...once, ...twice].sort()).toEqual(known.map(([key]) => key).sort());

      const report = twice.length === 0 ? second : await ask(answers);
      expect(openQuestions(report.questions, answers)).toEqual([]);
      const read = files.filter((file) => asked[file.name] !== 'refused' && !IN_VAIN.has(file.name));
      expect(read.map((file) => [file.name, keptOf(file, report)])).toEqual(
        read.map((file) => [file.name, wantedOf(file)]),
      );
    },
  );
});
