import { type ControlGap, gapSubject } from '../control/gap.ts';
import { countOf } from '../format/count.ts';
import { formatQuantity } from '../format/number.ts';
import type { ValidationCheck } from './check.ts';

/** What a line names of what it counts. */
const NAMED_GAPS = 2;
const NAMED_FINDINGS = 2;
const NAMED_PRODUCTS = 3;

/** The till's totals that the data do not have; null where the till said none. */
export function gapsCheck(gaps: readonly ControlGap[] | null): ValidationCheck | null {
  if (gaps === null) return null;
  const subjects = gaps.slice(0, NAMED_GAPS).map(gapSubject).join(' ; ');
  const more = gaps.length > NAMED_GAPS ? ` et ${formatQuantity(gaps.length - NAMED_GAPS)} de plus` : '';
  const count = `${formatQuantity(gaps.length)} ${gaps.length === 1 ? 'écart' : 'écarts'} à la caisse`;
  return {
    key: 'control_gaps',
    state: gaps.length === 0 ? 'ok' : 'attention',
    text: gaps.length === 0 ? 'Totaux de la caisse retrouvés' : count,
    detail: gaps.length === 0 ? null : `${subjects}${more}`,
    filter: null,
  };
}

/** What the control of the data found doubtful and nobody excluded or accepted; null where the data were not looked at. */
export function doubtfulCheck(findings: readonly { label: string }[] | null): ValidationCheck | null {
  if (findings === null) return null;
  const { length } = findings;
  const named = findings.slice(0, NAMED_FINDINGS).map(({ label }) => label);
  const more = length > NAMED_FINDINGS ? [`et ${formatQuantity(length - NAMED_FINDINGS)} de plus`] : [];
  return {
    key: 'doubtful_data',
    state: length === 0 ? 'ok' : 'attention',
    text:
      length === 0
        ? 'Données contrôlées, rien de douteux à décider'
        : `Données douteuses, ${formatQuantity(length)} ${length === 1 ? 'constat' : 'constats'} à décider`,
    detail: length === 0 ? null : [...named, ...more].join(' ; '),
    filter: null,
  };
}

/** Decided products that new figures no longer have, the largest stocks named; nothing to say when there are none. */
export function departedCheck(
  lines: readonly { item_group_id: string; title: string | null; stock_qty: number | null }[],
): ValidationCheck | null {
  const { length } = lines;
  if (length === 0) return null;
  const named = [...lines]
    .sort((a, b) => (b.stock_qty ?? 0) - (a.stock_qty ?? 0))
    .slice(0, NAMED_PRODUCTS)
    .map(
      ({ title, item_group_id, stock_qty }) =>
        `${title ?? item_group_id}${stock_qty === null ? '' : ` (${countOf(stock_qty, 'pièce')})`}`,
    );
  const more = length > NAMED_PRODUCTS ? ` et ${formatQuantity(length - NAMED_PRODUCTS)} de plus` : '';
  return {
    key: 'departed',
    state: 'attention',
    text:
      length === 1
        ? '1 produit décidé n’est plus dans le projet'
        : `${formatQuantity(length)} produits décidés ne sont plus dans le projet`,
    detail: `${named.join(', ')}${more}`,
    filter: null,
  };
}
