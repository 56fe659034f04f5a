import { type ControlTotal, foldText, parseDay, readFrenchDay } from '@palier/domain';
import { ApiError } from '../../../http/errors.ts';
import { columnOf, type Table } from '../../files/index.ts';

const NAMES = {
  month: ['mois', 'month', 'date', 'periode', 'jour'],
  place: [
    'magasin',
    'lieu',
    'code_magasin',
    'etablissement',
    'code_etablissement',
    'place',
    'store',
    'boutique',
  ],
  revenue: [
    'ca',
    'ca_ttc',
    'chiffre_affaires',
    'chiffre_d_affaires',
    'montant',
    'montant_ttc',
    'total_ttc',
    'revenue',
    'sales',
  ],
  quantity: ['pieces', 'quantite', 'qte', 'unites', 'quantity', 'units', 'pieces_vendues'],
  stock: ['stock', 'stock_fin', 'stock_fin_de_mois', 'pieces_en_stock'],
} as const;

/** Plain headings of the columns that say something of totals. */
export const CONTROL_HEADINGS: readonly string[] = Object.values(NAMES).flat();

const MONTHS = ['janv', 'fevr', 'mars', 'avr', 'mai', 'juin', 'juil', 'aout', 'sept', 'oct', 'nov', 'dec'];

/** « 2026-06 », « 06/2026 », « juin 2026 », « 30/06/2026 », « 2026-06-30 »: YYYY-MM; null for anything else. */
export function readMonth(text: string): string | null {
  const plain = foldText(text.trim());
  const numbers = /^(\d{4})[-/.](\d{1,2})$/.exec(plain) ?? /^(\d{4})(\d{2})$/.exec(plain);
  const turned = /^(\d{1,2})[-/.](\d{4})$/.exec(plain);
  const worded = /^([a-z]+)\.? (\d{4})$/.exec(plain);
  const day = parseDay(plain) ? plain.slice(0, 10) : readFrenchDay(plain);
  const [year, month] = numbers
    ? [numbers[1], Number(numbers[2])]
    : turned
      ? [turned[2], Number(turned[1])]
      : worded
        ? [worded[2], MONTHS.findIndex((name) => worded[1]?.startsWith(name)) + 1]
        : [day?.slice(0, 4), Number(day?.slice(5, 7))];
  return year !== undefined && month >= 1 && month <= 12 ? `${year}-${String(month).padStart(2, '0')}` : null;
}

/** « 1 234,50 € »: a figure; null for an empty cell, NaN for anything else. */
function readFigure(text: string | undefined): number | null {
  const plain = (text ?? '').replace(/[\s\u00a0\u202f€]/g, '');
  if (plain === '' || plain === '-') return null;
  const decimal = /,\d{1,2}$/.test(plain)
    ? plain.replaceAll('.', '').replace(',', '.')
    : plain.replaceAll(',', '');
  return Number(decimal);
}

/** The totals of a table; rows of one month and place add up. @throws 422 invalid_file without a month or any figure */
export function readControls(
  name: string,
  { headings, rows }: Table,
): { totals: ControlTotal[]; error_count: number } {
  const at = Object.fromEntries(
    Object.entries(NAMES).map(([key, names]) => [key, columnOf(headings, names)]),
  );
  const position = (key: keyof typeof NAMES): number => at[key] ?? -1;
  const figures = ['revenue', 'quantity', 'stock'] as const;
  if (position('month') < 0 || figures.every((key) => position(key) < 0))
    throw new ApiError('invalid_file', `Le fichier ${name} n’a pas de mois, ou ni CA, ni pièces, ni stock.`);
  const found = new Map<string, ControlTotal>();
  let error_count = 0;
  for (const { cells } of rows) {
    const month = readMonth(cells[position('month')] ?? '');
    const place = cells[position('place')]?.trim() || null;
    const [revenue = null, quantity = null, stock = null] = figures.map((key) =>
      readFigure(cells[position(key)]),
    );
    if (month === null || [revenue, quantity, stock].some((value) => Number.isNaN(value))) {
      error_count += 1;
      continue;
    }
    const key = `${month} ${place ?? ''}`;
    const before = found.get(key);
    const sum = (left: number | null | undefined, right: number | null) =>
      left == null ? right : right === null ? left : left + right;
    found.set(key, {
      ...{ month, place },
      revenue: sum(before?.revenue, revenue),
      quantity: sum(before?.quantity, quantity),
      stock: sum(before?.stock, stock),
    });
  }
  return { totals: [...found.values()], error_count };
}
