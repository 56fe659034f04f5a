import {
  ANNOUNCEMENT_LABELS,
  addDays,
  announcedPct,
  PRIOR_PRICE_DAYS,
  PRIOR_PRICE_STATE_LABELS,
} from '@palier/domain';
import { ownOf, type PricedLine, type PricingContext, type Prior, saidOf } from './priced-lines.ts';
import type { Cell, Sheet, SheetColumn } from './sheet.ts';

const text = (label: string, width: number): SheetColumn => ({ label, kind: 'text', width });
const day = (label: string): SheetColumn => ({ label, kind: 'date', width: 14 });
const percent = (label: string): SheetColumn => ({ label, kind: 'percent', width: 14 });

/** Who validated a phase, and when; undefined where nobody did. */
export type PhaseSignature = { user_name: string; created_at: Date } | undefined;

/**
 * « Dossier de preuve »: for each variant, the price of each of the days that count before its first reduction, the
 * lowest of them with what proves it, and what may be announced of the price decided for a phase.
 */
export function proofSheet(
  name: string,
  { row, phase, signature }: Pick<PricingContext, 'row' | 'phase'> & { signature: PhaseSignature },
  lines: AsyncIterable<readonly PricedLine[]>,
): Sheet {
  const currency = row.catalog_currency;
  const starts = row.phases.map(({ start_date }) => start_date);
  const signed: Cell[] = [
    signature?.user_name ?? null,
    signature?.created_at.toISOString().slice(0, 10) ?? null,
  ];
  async function* rows(): AsyncGenerator<Cell[][]> {
    for await (const batch of lines)
      yield batch.flatMap((one) => rowsOf(one, starts[one.chain] ?? phase.first_day, signed));
  }
  const money = (label: string): SheetColumn => ({ label, kind: 'money', width: 14, currency });
  const days = Array.from({ length: PRIOR_PRICE_DAYS }, (_, at) => money(`J-${PRIOR_PRICE_DAYS - at}`));
  return {
    name,
    columns: [
      ...[text('Code produit', 18), text('SKU', 20), text('Taille', 10), text('Libellé', 42)],
      ...[
        text('Tarif', 20),
        text('Lieux', 24),
        day('Première réduction'),
        day('Jours depuis'),
        day('Jours jusqu’à'),
      ],
      ...[money('Prix antérieur'), day('Premier jour à ce prix'), text('Source', 30), text('Preuve', 30)],
      ...[money('Prix de vente'), percent('Démarque décidée (%)'), money('Prix démarqué')],
      ...[percent('Annonçable (%)'), text('Annonce', 24)],
      ...[text('Devise', 9), day('À partir du'), day('Jusqu’au'), text('Phase', 18), text('Statut', 24)],
      ...[text('Validée par', 24), day('Validée le')],
      ...days,
    ],
    rows: rows(),
  };
}

function sourceText(prior: Prior | undefined, priceList: string): string | null {
  if (!prior || prior.source === null) return null;
  if (prior.source === 'till') return `Caisse : ${prior.sales_count ?? 0} ventes à ce prix`;
  return prior.source === 'paid' ? 'Tarif des prix payés' : priceList;
}

function rowsOf(
  { line, rows, priors, chain, points }: PricedLine,
  first: string,
  signed: readonly Cell[],
): Cell[][] {
  return rows.flatMap((row) => {
    const { item_id, price, discount_pct } = row;
    if (discount_pct === null) return [];
    const prior = ownOf(priors, item_id).find((one) => one.phase === chain);
    const own = ownOf(points, item_id);
    const before = prior?.price ?? null;
    const announced = saidOf({ list_price: row.selling_price, price }, discount_pct, before);
    const days = Array.from({ length: PRIOR_PRICE_DAYS }, (_, at): Cell => {
      const date = addDays(first, at - PRIOR_PRICE_DAYS);
      return date < (prior?.begins ?? first)
        ? null
        : (own.findLast((one) => one.date <= date)?.price ?? null);
    });
    return [
      [
        ...[line.item_group_id, item_id, row.size, row.title, row.price_list],
        row.places || 'Tous les lieux de vente',
        ...[first, prior?.begins ?? null, addDays(first, -1), before, prior?.date ?? null],
        ...[sourceText(prior, row.price_list), PRIOR_PRICE_STATE_LABELS[prior?.state ?? 'unknown']],
        ...[row.selling_price, discount_pct, price, announcedPct(price, before)],
        ...[announced === null ? 'Sans réduction' : ANNOUNCEMENT_LABELS[announced], row.currency],
        ...[row.first_day, row.last_day, row.phase, row.status],
        ...signed,
        ...days,
      ],
    ];
  });
}
