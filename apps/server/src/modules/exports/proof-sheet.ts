import { ANNOUNCEMENT_LABELS, addDays, PRIOR_PRICE_DAYS, PRIOR_PRICE_STATE_LABELS } from '@palier/domain';
import { localTime } from '../../local-time.ts';
import type { PricedLine, PricingContext } from './priced-lines.ts';
import { type ProvenPrice, provenPrices } from './proven-price.ts';
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
  { row, signature }: Pick<PricingContext, 'row'> & { signature: PhaseSignature },
  lines: AsyncIterable<readonly PricedLine[]>,
): Sheet {
  const currency = row.catalog_currency;
  const starts = row.phases.map(({ start_date }) => start_date);
  const signed: Cell[] = [
    signature?.user_name ?? null,
    signature ? localTime(signature.created_at).day : null,
  ];
  async function* rows(): AsyncGenerator<Cell[][]> {
    for await (const batch of lines)
      yield batch.flatMap((one) => provenPrices(one, starts).map((proven) => cellsOf(proven, signed)));
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

function cellsOf({ row, ...proven }: ProvenPrice, signed: readonly Cell[]): Cell[] {
  const { first, prior, before, announced, announced_pct, source, days } = proven;
  return [
    ...[row.item_group_id, row.item_id, row.size, row.title, row.price_list],
    row.places || 'Tous les lieux de vente',
    ...[first, prior?.begins ?? null, addDays(first, -1), before, prior?.date ?? null],
    ...[source, PRIOR_PRICE_STATE_LABELS[prior?.state ?? 'unknown']],
    ...[row.selling_price, row.discount_pct, row.price, announced_pct],
    ...[announced === null ? 'Sans réduction' : ANNOUNCEMENT_LABELS[announced], row.currency],
    ...[row.first_day, row.last_day, row.phase, row.status],
    ...signed,
    ...days,
  ];
}
