import type { ProjectFacts } from '@palier/analytics';
import {
  ANNOUNCEMENT_LABELS,
  addDays,
  announcedPct,
  announcement,
  chainStart,
  discountsBefore,
  type Line,
  markedDownPrice,
  PRIOR_PRICE_DAYS,
  PRIOR_PRICE_STATE_LABELS,
  type StandingDiscount,
} from '@palier/domain';
import type { PricePhase } from './price-phase.ts';
import { statusOf, variantsOf } from './price-sheet.ts';
import type { Cell, Sheet, SheetColumn } from './sheet.ts';

type Priors = Awaited<ReturnType<ProjectFacts['priorPrices']>>;

export interface ProofSheetRequest {
  name: string;
  lines: AsyncIterable<Line[]>;
  currency: string;
  phase: PricePhase;
  /** First days of the project's phases. */
  starts: readonly string[];
  /** As it is called; « Prix de la fiche produit » where the project has none. */
  price_list: string;
  /** Codes of the places whose sales count. */
  places: string;
  standing: (line: Line) => StandingDiscount | null;
  priorPrices: (ids: readonly string[]) => Promise<Priors>;
}

const text = (label: string, width: number): SheetColumn => ({ label, kind: 'text', width });
const day = (label: string): SheetColumn => ({ label, kind: 'date', width: 14 });
const percent = (label: string): SheetColumn => ({ label, kind: 'percent', width: 14 });

/**
 * « Dossier de preuve »: for each variant, the price of each of the days that count before its first reduction, the
 * lowest of them with what proves it, and what may be announced of the price decided for a phase.
 */
export function proofSheet({ name, lines, ...request }: ProofSheetRequest): Sheet {
  const { currency } = request;
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
      ...days,
    ],
    rows: proofRows(lines, request),
  };
}

type RowsRequest = Omit<ProofSheetRequest, 'name' | 'lines'>;

async function* proofRows(lines: AsyncIterable<Line[]>, request: RowsRequest): AsyncGenerator<Cell[][]> {
  for await (const batch of lines) {
    const proofs = await request.priorPrices(batch.map(({ _id }) => _id));
    const priors = Map.groupBy(proofs.priors, ({ _id }) => _id);
    const points = Map.groupBy(proofs.points, ({ _id }) => _id);
    yield batch.flatMap((line) =>
      rowsOf(line, request, { priors: priors.get(line._id) ?? [], points: points.get(line._id) ?? [] }),
    );
  }
}

/** Of a variant: its own history where a list names it, else its product's. */
function ownOf<T extends { item_id: string | null }>(rows: readonly T[], item_id: string | null): T[] {
  const own = rows.filter((row) => row.item_id === item_id);
  return own.length > 0 ? own : rows.filter((row) => row.item_id === null);
}

function sourceText(prior: Priors['priors'][number] | undefined, priceList: string): string | null {
  if (!prior || prior.source === null) return null;
  if (prior.source === 'till') return `Caisse : ${prior.sales_count ?? 0} ventes à ce prix`;
  return prior.source === 'paid' ? 'Tarif des prix payés' : priceList;
}

function rowsOf(line: Line, request: RowsRequest, { priors, points }: Priors): Cell[][] {
  const { phase, starts, standing, currency } = request;
  const found = standing(line);
  if (!found) return [];
  const { discount_pct } = found;
  const previous = Array.isArray(line.previous_discount_pcts) ? line.previous_discount_pcts : [];
  const chain = chainStart(discountsBefore({ previous_discount_pcts: previous }, phase.index), phase.index);
  const first = starts[chain] ?? phase.first_day;
  return variantsOf(line).map(({ item_id, size, price }) => {
    const prior = ownOf(priors, item_id).find((one) => one.phase === chain);
    const own = ownOf(points, item_id);
    const before = prior?.price ?? null;
    const label = price === null ? null : markedDownPrice(price, discount_pct);
    const announced = announcement(label, discount_pct, before);
    const days = Array.from({ length: PRIOR_PRICE_DAYS }, (_, at): Cell => {
      const date = addDays(first, at - PRIOR_PRICE_DAYS);
      return date < (prior?.begins ?? first)
        ? null
        : (own.findLast((one) => one.date <= date)?.price ?? null);
    });
    return [
      ...[line.item_group_id, item_id, size, line.title ?? null, request.price_list, request.places],
      ...[first, prior?.begins ?? null, addDays(first, -1), before, prior?.date ?? null],
      ...[sourceText(prior, request.price_list), PRIOR_PRICE_STATE_LABELS[prior?.state ?? 'unknown']],
      ...[price, discount_pct, label, announcedPct(label, before)],
      ...[announced === null ? 'Sans réduction' : ANNOUNCEMENT_LABELS[announced], currency],
      ...[phase.first_day, phase.last_day, phase.label, statusOf(found, phase)],
      ...days,
    ];
  });
}
