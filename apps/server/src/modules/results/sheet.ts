import { phaseLabel } from '@palier/domain';
import type { Cell, Sheet } from '../exports/index.ts';
import type { ResultRows } from './lines.ts';

const BATCH = 2000;

/** The post-mortem row by row: all that recomputes the gap to the plan and its parts (docs/moteur.md). */
export function resultsSheet({ row, rows }: ResultRows): Sheet {
  const number = { kind: 'number', width: 12 } as const;
  return {
    name: 'Bilan',
    columns: [
      { label: 'Code produit', kind: 'text', width: 18 },
      { label: 'Libellé', kind: 'text', width: 42 },
      { label: 'Famille', kind: 'text', width: 18 },
      { label: 'Démarque', kind: 'text', width: 16 },
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
    ],
    rows: batches(row.phases, rows),
  };
}

async function* batches(
  phases: ResultRows['row']['phases'],
  rows: ResultRows['rows'],
): AsyncGenerator<Cell[][]> {
  for (let at = 0; at < rows.length; at += BATCH)
    yield rows
      .slice(at, at + BATCH)
      .map((line) => [
        ...[line.item_group_id, line.title, line.family, phaseLabel(phases[line.phase], line.phase)],
        ...[line.planned_qty, line.planned_discount_pct, line.qty, line.sales, line.list_sales],
        ...[line.price, line.base_price, line.cost, line.residual_value, line.out_share],
        ...[line.gap?.price, line.gap?.volume, line.gap?.mix, line.gap?.stock_out].map(
          (part) => part ?? null,
        ),
      ]);
}
