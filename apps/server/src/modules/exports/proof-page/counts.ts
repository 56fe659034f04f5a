import { countOf, formatNumber, PRIOR_PRICE_STATE_LABELS, PRIOR_PRICE_STATES } from '@palier/domain';
import { type Html, html } from '../../../http/html.ts';
import type { PricedLine } from '../priced-lines.ts';
import { sectionsOf } from './products.ts';

/** How many products may be announced and how, what proves their prior prices, and which have no price. */
export function countsOf(lines: readonly PricedLine[]): Html {
  const sections = sectionsOf(lines).toReversed();
  const order = [...sections.slice(1), ...sections.slice(0, 1)];
  const excluded = Map.groupBy(
    lines.filter(({ standing }) => standing === null),
    ({ reason }) => reason ?? 'Sans prix',
  );
  const reduced = lines.filter(({ announced }) => announced !== null);
  const proofs = PRIOR_PRICE_STATES.flatMap((state): string[] => {
    const count = reduced.filter(({ prior }) => (prior?.state ?? 'unknown') === state).length;
    return count > 0 ? [`${PRIOR_PRICE_STATE_LABELS[state]}\u202f: ${formatNumber(count)}`] : [];
  });
  const left = [...excluded].map(([reason, own]) => `${reason}\u202f: ${formatNumber(own.length)}`);
  return html`<ul class="counts">
${order.map(
  ({ title, lines: own }) => html`<li><b>${formatNumber(own.length)}</b>${title}</li>
`,
)}<li><b>${formatNumber(lines.length - order.reduce((sum, own) => sum + own.lines.length, 0))}</b>Sans prix dans la démarque</li>
</ul>
<p style="margin-top: 8px"><span class="muted">Preuve des prix antérieurs (${countOf(reduced.length, 'produit démarqué', 'produits démarqués')}).</span> ${proofs.join('\u202f; ') || 'Aucun produit démarqué'}.</p>
${left.length > 0 ? html`<p><span class="muted">Sans prix.</span> ${left.join('\u202f; ')}.</p>` : null}`;
}
