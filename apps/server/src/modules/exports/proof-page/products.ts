import { setImmediate } from 'node:timers/promises';
import {
  ANNOUNCEMENT_LABELS,
  type Announcement,
  addDays,
  countOf,
  formatDate,
  formatMoney,
  formatPercent,
  formatPercentDelta,
  PRIOR_PRICE_DAYS,
  PRIOR_PRICE_STATE_LABELS,
} from '@palier/domain';
import { type Html, html } from '../../../http/html.ts';
import type { PricedLine } from '../priced-lines.ts';
import { type ProvenPrice, provenPrices } from '../proven-price.ts';

/** Products that a page lists: some two hundred sheets of paper. The sheet of the proof has every one. */
export const MOST_PRODUCTS = 5_000;

/** What may be announced of a product, what is to be looked at first; null: nothing is marked down. */
const SECTIONS: readonly { kind: Announcement | null; title: string; why: string }[] = [
  {
    kind: 'unknown',
    title: ANNOUNCEMENT_LABELS.unknown,
    why: 'L’historique ne dit pas le prix de chacun des jours\u202f: aucun pourcentage ne peut être annoncé.',
  },
  {
    kind: 'none',
    title: ANNOUNCEMENT_LABELS.none,
    why: 'Le prix n’est pas sous le prix antérieur\u202f: il se vend à ce prix, sans être annoncé réduit.',
  },
  {
    kind: 'less',
    title: ANNOUNCEMENT_LABELS.less,
    why: 'Le prix antérieur est plus bas que le prix de vente\u202f: le pourcentage annoncé est plus faible.',
  },
  { kind: 'full', title: ANNOUNCEMENT_LABELS.full, why: 'Le prix antérieur permet le taux décidé.' },
  { kind: null, title: 'Sans réduction', why: 'Décidés à 0\u202f%\u202f: rien n’est annoncé.' },
];

/** Products with a price, by what may be announced of them, in the order of a page. */
export function sectionsOf(
  lines: readonly PricedLine[],
): { kind: Announcement | null; title: string; why: string; lines: PricedLine[] }[] {
  const priced = lines.filter(({ standing }) => standing !== null);
  const byKind = Map.groupBy(priced, ({ announced }) => announced);
  return SECTIONS.map((section) => ({ ...section, lines: byKind.get(section.kind) ?? [] }));
}

/** The products one by one, by section; past `MOST_PRODUCTS`, what is left out is counted. */
export async function productsTable(lines: readonly PricedLine[], starts: readonly string[]): Promise<Html> {
  let left = MOST_PRODUCTS;
  const bodies: Html[] = [];
  for (const { title, why, lines: own } of sectionsOf(lines)) {
    if (own.length === 0) continue;
    const shown = own.slice(0, left);
    left -= shown.length;
    bodies.push(html`<tbody>
<tr class="section"><th colspan="8" scope="rowgroup">${title}, ${countOf(own.length, 'produit')} <small>${why}</small></th></tr>
${await rowsOfAll(shown, starts)}${
  shown.length < own.length
    ? html`<tr><td colspan="8"><small>${countOf(own.length - shown.length, 'autre produit est', 'autres produits sont')} dans le dossier, sa feuille de calcul.</small></td></tr>`
    : null
}
</tbody>
`);
  }
  return html`<table class="proof">
<thead><tr>
<th>Produit</th><th>Tailles</th><th class="figure">Prix de vente</th><th class="figure">Décidé</th><th class="figure">Prix démarqué</th>
<th>Les ${PRIOR_PRICE_DAYS} jours d’avant</th><th>Prix antérieur</th><th>Annonce permise</th>
</tr></thead>
${bodies}</table>`;
}

/** Products written without a pause: requests of others are answered in between. */
const PRODUCTS_AT_ONCE = 100;

async function rowsOfAll(lines: readonly PricedLine[], starts: readonly string[]): Promise<Html[]> {
  const rows: Html[] = [];
  for (const [at, one] of lines.entries()) {
    if (at % PRODUCTS_AT_ONCE === PRODUCTS_AT_ONCE - 1) await setImmediate();
    rows.push(...rowsOf(one, starts));
  }
  return rows;
}

/** Sizes of a product that are told alike, together. */
function rowsOf(one: PricedLine, starts: readonly string[]): Html[] {
  const alike = Map.groupBy(provenPrices(one, starts), ({ row, prior, days, source }) =>
    JSON.stringify([row.selling_price, row.price, prior?.price, prior?.date, prior?.state, source, days]),
  );
  return [...alike.values()].map((own, at) => rowOf(own, at === 0));
}

function rowOf(own: readonly ProvenPrice[], isFirst: boolean): Html {
  const [proven] = own;
  if (!proven) return html``;
  const { row, before, prior, source, announced, announced_pct } = proven;
  const money = (price: number | null): string => formatMoney(price, row.currency);
  const sizes = own.map((each) => each.row.size ?? each.row.item_id).filter((size) => size !== null);
  return html`<tr>
<td>${isFirst ? html`<b>${row.item_group_id}</b><small>${row.title ?? ''}</small>` : null}</td>
<td>${sizes.join(', ')}</td>
<td class="figure">${money(row.selling_price)}</td>
<td class="figure">${formatPercent(row.discount_pct)}</td>
<td class="figure"><b>${money(row.price)}</b></td>
<td>${runsOf(proven)}</td>
<td>${before === null ? null : html`<b>${money(before)}</b> le ${formatDate(prior?.date)}`}<small>${[PRIOR_PRICE_STATE_LABELS[prior?.state ?? 'unknown'], source].filter(Boolean).join(' · ')}</small></td>
<td>${saying(announced, announced_pct, money(before))}${row.status.startsWith('Reconduite') ? html`<small>Prix reconduit</small>` : null}</td>
</tr>
`;
}

function saying(announced: Announcement | null, pct: number | null, before: string): Html | string {
  if (announced === null) return '-';
  if (announced === 'none' || announced === 'unknown' || pct === null) return 'aucun pourcentage';
  return html`<b>${formatPercentDelta(-pct, 0)}</b> sur ${before}`;
}

/** « 25/05 → 06/06 100,00 · 07/06 → 11/06 80,00 »: the days, those at one price together. */
function runsOf({ row, first, days, before }: ProvenPrice): Html[] {
  const runs: { from: number; to: number; price: number | null }[] = [];
  days.forEach((price, at) => {
    const last = runs.at(-1);
    if (last && last.price === price) last.to = at;
    else runs.push({ from: at, to: at, price });
  });
  const dayOf = (at: number): string => formatDate(addDays(first, at - PRIOR_PRICE_DAYS)).slice(0, 5);
  return runs.map(({ from, to, price }) => {
    const when = from === to ? dayOf(from) : `${dayOf(from)} → ${dayOf(to)}`;
    const said = price === null ? 'sans prix' : formatMoney(price, row.currency);
    return html`<span class="${price !== null && price === before ? 'run lowest' : 'run'}">${when}\u202f: ${said}</span>`;
  });
}
