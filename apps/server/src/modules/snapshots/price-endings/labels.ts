import { markedDownPrice, type PriceEnding, type SignedLabel } from '@palier/domain';
import type { Db } from '../../../db/database.ts';
import type { ProjectScope } from '../../../scope.ts';
import { signedDiscounts } from '../../discounts/index.ts';
import { nullIfMissing } from '../../facts/index.ts';
import { projectEndings } from '../../organizations/index.ts';
import type { ProjectRow } from '../../projects/index.ts';
import type { Needs, SignedBefore } from '../work.ts';

/** How the project's prices end; where every phase is validated, as they did: those prices are in shops. */
export async function endingsFor(
  { database, facts }: Pick<Needs, 'database' | 'facts'>,
  project: ProjectScope,
  row: ProjectRow,
): Promise<readonly PriceEnding[]> {
  const signed =
    row.working_phase === null && row.snapshot_version > 0
      ? await facts.use(project, async (own) => own.manifest().price_endings ?? []).catch(nullIfMissing)
      : null;
  return signed ?? projectEndings(database.db, project, row);
}

/** What was signed of the phase before the worked one, by line; nothing before the second. */
export async function signedBefore(
  db: Db,
  project: ProjectScope,
  { working_phase }: ProjectRow,
): Promise<SignedBefore | null> {
  const before = (working_phase ?? 0) - 1;
  return before < 0 ? null : { phase: before, lines: await signedDiscounts(db, project, before) };
}

/** The labels of the phase before, which no rule raises; none where prices are those that the discounts give, then as now. */
export function labelsBefore(
  before: SignedBefore | null,
  endings: readonly PriceEnding[],
): ReadonlyMap<string, SignedLabel> {
  const signed = [...(before?.lines ?? [])];
  const isPlain = ({ discount_pct, list_price, price }: SignedLabel): boolean =>
    list_price === null || price === null || price === markedDownPrice(list_price, discount_pct);
  return new Map(endings.length > 0 ? signed : signed.filter(([, label]) => !isPlain(label)));
}
