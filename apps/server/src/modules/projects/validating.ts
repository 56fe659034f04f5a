import type { PriceEnding } from '@palier/domain';
import type { Tx } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import type { ProjectScope } from '../../scope.ts';
import { levelsOf, type SignedDiscount, type SignedPrice, signedDiscounts } from '../discounts/index.ts';
import { nullIfMissing } from '../facts/index.ts';
import { keepDecisions, keepValidatedForecast, readOutlook, signedPrices } from '../snapshots/index.ts';
import { type PriceOf, validatePhase } from './phases.ts';
import type { ProjectRow } from './repository.ts';

/** The prices of a project's lines in its worked phase, by the figures on screen. */
export interface ScreenPrices {
  priceOf: PriceOf;
  /** How these prices end; null without facts. */
  price_endings: readonly PriceEnding[] | null;
}

/** What the figures on screen are made of: the demand model of the worked phase, and the prices of its lines. */
export interface Outlook extends ScreenPrices {
  model: Awaited<ReturnType<typeof readOutlook>>;
}

const NOTHING_SIGNED: ReadonlyMap<string, SignedDiscount> = new Map();
const UNKNOWN: SignedPrice = { list_price: null, price: null, variants: null };

/** Reads what a validation keeps of the facts; before its transaction, so that other writes need not wait for the disk. */
export async function readValidated(
  deps: Pick<Deps, 'database' | 'facts' | 'folders'>,
  project: ProjectScope,
  row: ProjectRow,
): Promise<Outlook> {
  return { ...(await readPrices(deps, project, row)), model: await readOutlook(deps.folders, row) };
}

/** What the labels of the worked phase bear, whoever asks. */
export async function readPrices(
  { database, facts }: Pick<Deps, 'database' | 'facts'>,
  project: ProjectScope,
  row: ProjectRow,
): Promise<ScreenPrices> {
  const worked = row.working_phase ?? 0;
  const before = worked > 0 ? await signedDiscounts(database.db, project, worked - 1) : NOTHING_SIGNED;
  const read = await facts
    .use({ ...project, perimeter: null }, async (own) => ({
      prices: await signedPrices(own, { levels: levelsOf(row), before }),
      price_endings: own.manifest().price_endings ?? [],
    }))
    .catch(nullIfMissing);
  return {
    priceOf: (discount_id, discountPct) => read?.prices(discount_id, discountPct) ?? UNKNOWN,
    price_endings: read?.price_endings ?? null,
  };
}

interface Validated {
  /** The project as it was when its outlook was read, and as the transaction holds it. */
  seen: ProjectRow;
  before: ProjectRow;
  outlook: Outlook;
  working_phase: number | null;
  /** What whoever validates says, of control totals that differ among others. */
  reason: string | null;
  /** Who submitted what is signed; left out without a submission. */
  submitted_by?: string;
}

/** Validates the worked phase with all that is kept of it, whether it is signed on a submission or not. */
export async function validateWorked(
  tx: Tx,
  project: ProjectScope,
  { seen, before, outlook, working_phase, reason, submitted_by }: Validated,
): Promise<ProjectRow> {
  // Of the lines as they are decided: the validation makes them ready for the next phase.
  await keepDecisions(tx, project, before.working_phase ?? 0, outlook.model);
  const row = await validatePhase(tx, project, working_phase, reason, outlook.priceOf, submitted_by);
  if (before.working_phase === seen.working_phase) await keepValidatedForecast(tx, project, outlook.model);
  return row;
}
