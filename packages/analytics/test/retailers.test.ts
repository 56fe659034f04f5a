import { type ImportAnswers, openQuestions } from '@palier/domain';
import { afterAll, describe, expect, it } from 'vitest';
import type { ImportReport } from '../src/import/types.ts';
import { deskKeeper } from './files.ts';
import { RETAILERS } from './unseen/retailers.ts';
import type { Unseen } from './unseen/sheet.ts';

const { desk, clear } = deskKeeper();
afterAll(clear);

/**
 * Whole deliveries of six retailers, written by somebody who knew nothing of how files are read. Of each file that is
 * not read at once: what is asked, and what a person who knows it answers. « refused »: nothing of it is kept.
 */
const ASKED: Record<string, Record<string, Record<string, string> | 'refused'>> = {
  'Chaussures Lebreton': {},
  'Speelboom / Le Bois des Jouets': {
    'voorraadlijst 05-07-2026.csv': { reading: 'confirm' },
    'openstaande bestellingen leveranciers.csv': { reading: 'confirm' },
  },
  'Sport Brandl': {
    'ZSD_UMSATZ_KW23-27.txt': { reading: 'confirm' },
    'ME2M offene Bestellungen.txt': { reading: 'confirm' },
    'Aktionspreise SSV 2026.csv': { measure: 'VK alt' },
  },
  'Heron & Fern': {
    'vend-sales-history-2026-07-06.csv': { reading: 'confirm' },
    'Register closures 8 Jun - 5 Jul.csv': 'refused',
  },
  'Moda Valsecchi': {
    'Vendite giugno-luglio Milano.csv': { reading: 'confirm' },
    'Vendite giugno-luglio Torino.csv': { reading: 'confirm' },
    'Giacenze al 05.07.2026.csv': { reading: 'confirm' },
    'Listino saldi estivi 2026.csv': { 'date_order:Dal': 'day' },
  },
  'Boréal Plein Air': {
    'Ventes_detaillees_2026-05-25_au_2026-07-05.csv': { reading: 'confirm' },
    'Circulaire semaine du 9 juillet.csv': { kind: 'prices' },
  },
};

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
  it.each(RETAILERS)('of $name is read to the unit and the cent', async ({ name, files }) => {
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
    const first = await ask({});
    expect(
      openQuestions(first.questions, {})
        .map(({ key }) => key)
        .sort(),
    ).toEqual(known.map(([key]) => key).sort());

    const answers = Object.fromEntries(known);
    const report = known.length === 0 ? first : await ask(answers);
    expect(openQuestions(report.questions, answers)).toEqual([]);
    const read = files.filter((file) => asked[file.name] !== 'refused');
    expect(read.map((file) => [file.name, keptOf(file, report)])).toEqual(
      read.map((file) => [file.name, wantedOf(file)]),
    );
  });
});
