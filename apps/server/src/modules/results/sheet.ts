import { AGAINST_LABELS, phaseLabel } from '@palier/domain';
import type { Cell, Sheet } from '../exports/index.ts';
import type { ResultRows } from './lines.ts';

const BATCH = 2000;

/** The post-mortem row by row: all that recomputes the gap to the plan and its parts (docs/moteur.md). */
export function resultsSheet({ row, rows, left_out }: ResultRows): Sheet {
  const number = { kind: 'number', width: 12 } as const;
  return {
    name: 'Bilan',
    columns: [
      { label: 'Code produit', kind: 'text', width: 18 },
      { label: 'Libellé', kind: 'text', width: 42 },
      { label: 'Famille', kind: 'text', width: 18 },
      { label: 'Démarque', kind: 'text', width: 16 },
      { label: 'Inclus', kind: 'text', width: 8 },
      { label: 'Pièces prévues', ...number },
      { label: 'Taux prévu (%)', kind: 'percent', width: 12 },
      { label: 'Pièces vendues', ...number },
      { label: 'CA réel', ...number },
      { label: 'CA au prix plein', ...number },
      { label: 'Prix TTC', ...number },
      { label: 'Prix HT', ...number },
      { label: 'Coût', ...number },
      { label: 'Valeur d’un invendu (part du coût)', ...number },
      { label: 'Part des jours en rupture', ...number },
      { label: 'Écart : prix', ...number },
      { label: 'Écart : volume', ...number },
      { label: 'Écart : mix', ...number },
      { label: 'Écart : ruptures', ...number },
      { label: 'Taux décidé (%)', kind: 'percent', width: 12 },
      { label: 'Taux signé (%)', kind: 'percent', width: 12 },
      { label: 'Taux recommandé (%)', kind: 'percent', width: 12 },
      { label: 'Raison', kind: 'text', width: 32 },
      { label: 'Demande au recommandé (part de celle au taux signé)', ...number },
      { label: 'Incertitude de cette part', ...number },
      { label: 'Stock au début', ...number },
      { label: 'Gagné contre la recommandation (estimé)', ...number },
      { label: 'Prix TTC prévu', ...number },
      { label: 'Prix HT prévu', ...number },
      { label: 'Devise', kind: 'text', width: 10 },
      { label: 'Devise des coûts', kind: 'text', width: 10 },
    ],
    rows: batches(row, [...rows, ...left_out]),
  };
}

/** Blank for a line that was decided as recommended. */
function againstCells(against: ResultRows['rows'][number]['against']): Cell[] {
  if (!against) return [null, null, null, null, null, null, null];
  const reason = against.reason ?? AGAINST_LABELS[against.origin];
  const { discount_pct, recommended_pct, effect, effect_sd, stock_qty, estimate } = against;
  return [discount_pct, recommended_pct, reason, effect, effect_sd, stock_qty, estimate?.value ?? null];
}

async function* batches(
  { phases, catalog_currency, accounting_currency }: ResultRows['row'],
  rows: ResultRows['rows'],
): AsyncGenerator<Cell[][]> {
  for (let at = 0; at < rows.length; at += BATCH)
    yield rows
      .slice(at, at + BATCH)
      .map((line) => [
        ...[line.item_group_id, line.title, line.family, phaseLabel(phases[line.phase], line.phase)],
        ...[line.included ? 'oui' : 'non'],
        ...[line.planned_qty, line.planned_discount_pct, line.qty, line.sales, line.list_sales],
        ...[line.price, line.base_price, line.cost, line.residual_value, line.out_share],
        ...[line.gap?.price, line.gap?.volume, line.gap?.mix, line.gap?.stock_out].map(
          (part) => part ?? null,
        ),
        ...[line.decided_pct, ...againstCells(line.against)],
        ...[line.planned_price, line.planned_base_price, catalog_currency, accounting_currency],
      ]);
}
