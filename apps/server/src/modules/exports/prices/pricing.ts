import type { ProjectFacts } from '@palier/analytics';
import type { Line, PriceRow } from '@palier/domain';
import type { Db } from '../../../db/database.ts';
import { ApiError } from '../../../http/errors.ts';
import type { ProjectScope } from '../../../scope.ts';
import type { ProjectRow } from '../../projects/index.ts';
import type { PricePhase } from '../price-phase.ts';
import { PRICED_FIELDS, type PricedLine, pricedBy, pricedLines } from '../priced-lines.ts';
import { standingIn } from '../standing.ts';
import type { KeptPrice } from './kept.ts';

const CHOICE = { fields: PRICED_FIELDS, excludes: ['curve'] };

/** A project's phase whose prices are asked. */
export interface Pricing {
  db: Db;
  project: ProjectScope;
  row: ProjectRow;
  phase: PricePhase;
}

/** Every line that the caller reaches, with its prices in a phase. @throws 422 where nothing was validated */
export async function* pricedProject(
  { db, project, row, phase }: Pricing,
  facts: ProjectFacts,
): AsyncGenerator<PricedLine[]> {
  const discounts = await standingIn(db, project, phase);
  yield* pricedLines(facts.rows(CHOICE), { row, phase, ...discounts, ...pricedBy(facts) });
}

/** Some lines with their prices in a phase, in the order given. @throws 404 for a line that there is not */
export async function pricedByIds(
  { db, project, row, phase }: Pricing,
  facts: ProjectFacts,
  ids: readonly string[],
): Promise<PricedLine[]> {
  const discounts = await standingIn(db, project, phase);
  const lines = await facts.linesById(ids, CHOICE);
  if (lines.length < ids.length) throw new ApiError('not_found', 'Cette ligne est introuvable.');
  async function* one(): AsyncGenerator<Line[]> {
    yield lines;
  }
  const found: PricedLine[] = [];
  const context = { row, phase, ...discounts, ...pricedBy(facts) };
  for await (const batch of pricedLines(one(), context)) found.push(...batch);
  return found;
}

/** What tells a till that a price of a former file is no more: the selling price, without a reduction. */
export function goneRow(gone: KeptPrice, { label, first_day, last_day }: PricePhase): PriceRow {
  return {
    ...{ ...gone, place_name: null },
    ...{ price: gone.selling_price, discount_pct: 0, announced_pct: null, prior_price_date: null },
    ...{ prior_price: null, prior_price_state: 'unknown', first_day, last_day, phase: label },
    ...{ status: 'Retirée', reason: 'N’est plus dans la démarque\u202f: prix de vente rétabli' },
  };
}
