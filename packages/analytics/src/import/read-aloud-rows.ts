import { formatMoney, formatQuantity } from '@palier/domain';
import type { FileKind } from './types.ts';

/** A row as it was read. */
export interface Row {
  code: string | null;
  size: string | null;
  name: string | null;
  place: string | null;
  date: string | null;
  count: number | null;
  money: number | null;
  cost: number | null;
  currency: string | null;
  /** All that is read of a row whose kind has no sentence of its own. */
  own?: string | null;
}

const day = new Intl.DateTimeFormat('fr-FR', {
  ...{ day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' },
});
const dayText = (date: string): string => day.format(new Date(`${date}T00:00:00Z`)).replace(/^1 /, '1er ');

interface Said {
  row: Row;
  /** Its code and its size. */
  what: string;
  price: string | null;
  cost: string | null;
}

const on = (date: string | null): string => (date === null ? '' : `le ${dayText(date)}, `);

function saleSaid({ row, what, price }: Said): string {
  const { count, date, place } = row;
  const isBack = (count ?? 0) < 0;
  const pieces = formatQuantity(Math.abs(count ?? 0));
  const who =
    place === null ? (isBack ? 'retour de' : 'vente de') : `${place} a ${isBack ? 'repris' : 'vendu'}`;
  return `${on(date)}${who} ${pieces} × ${what}${price === null ? ', sans montant' : ` pour ${price}`}`;
}

function itemSaid({ row: { name }, what, price, cost }: Said): string {
  const named = name === null ? '' : ` (${name})`;
  const costs = cost === null ? '' : `, coût ${cost}`;
  return `${what}${named}, ${price === null ? 'sans prix' : `prix ${price}`}${costs}`;
}

const SENTENCES: Partial<Record<FileKind, (said: Said) => string>> = {
  sales: saleSaid,
  items: itemSaid,
  stock: ({ row: { place, date, count }, what }) =>
    `${on(date)}${place === null ? 'il y a' : `${place} a`} ${formatQuantity(count)} × ${what}`,
  orders: ({ row: { place, date, count }, what }) =>
    `${on(date)}${place ?? 'l’enseigne'} attend ${formatQuantity(count)} × ${what}`,
  prices: ({ row: { date }, what, price }) =>
    `${date === null ? '' : `à partir du ${dayText(date)}, `}${what} coûte ${price ?? '-'}`,
};

/** A row in a French sentence, without its capital and its full stop. */
export function rowSaid(
  kind: FileKind,
  row: Row,
  { usual, taxes }: { usual: string; taxes: string },
): string {
  const currency = row.currency ?? usual;
  const what = `${row.code ?? '?'}${row.size === null ? '' : `, taille ${row.size}`}`;
  const price = row.money === null ? null : `${formatMoney(row.money, currency)}${taxes}`;
  const cost = row.cost === null ? null : formatMoney(row.cost, currency);
  return SENTENCES[kind]?.({ row, what, price, cost }) ?? row.own ?? '';
}
