import { countOf, formatDate, LAW_NOTICE, PRIOR_PRICE_DAYS } from '@palier/domain';
import { Html, html } from '../../../http/html.ts';
import type { PricedLine } from '../priced-lines.ts';
import { countsOf } from './counts.ts';
import { headOf, type ProofHead } from './head.ts';
import { lawOf } from './law.ts';
import { productsTable } from './products.ts';
import { styleOf } from './style.ts';

/**
 * The proof of a phase's prices as a page that a director or a lawyer reads and prints: whose, of what, what may be
 * announced and by which texts, then each product. It stands alone: no script, nothing fetched.
 */
export async function proofPage(head: ProofHead, lines: readonly PricedLine[]): Promise<string> {
  const { row, phase } = head.pricing;
  const name = row.name
    .split('/')
    .map((part) => part.trim())
    .join(' / ');
  const starts = row.phases.map(({ start_date }) => start_date);
  const foot = `${head.organization}, ${name}, ${phase.label}, dossier de preuve du ${formatDate(head.made.day)}`;
  return html`<!doctype html>
<html lang="fr">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Dossier de preuve, ${name}, ${phase.label}</title>
<style>${new Html(styleOf(foot))}</style></head>
<body>
${headOf(head, name)}
<h2>Ce qui peut être annoncé</h2>
${countsOf(lines)}
<h2>Les règles et leur réglage dans l’enseigne</h2>
${lawOf(head)}
<p class="muted">Le prix antérieur est le plus bas pratiqué envers tous dans les ${PRIOR_PRICE_DAYS} jours qui précèdent la première réduction annoncée du produit\u202f; le pourcentage se calcule sur lui, arrondi au point inférieur. ${LAW_NOTICE.replace(' ;', '\u202f;')}</p>
<h2>Produit par produit, ${countOf(lines.filter(({ standing }) => standing !== null).length, 'produit')}</h2>
${await productsTable(lines, starts)}
</body>
</html>
`.text;
}
