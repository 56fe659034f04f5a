import type { Deps } from '../../../deps.ts';
import { localTime } from '../../../local-time.ts';
import { readLawPeriod } from '../../law/index.ts';
import { organizationLaw, organizationName } from '../../organizations/index.ts';
import type { PricedLine } from '../priced-lines.ts';
import type { ProofHead } from '../proof-page/head.ts';
import { proofPage } from '../proof-page/page.ts';
import { chosenPlaces, placesThatSell } from './places.ts';
import type { Pricing } from './pricing.ts';

/** The page of the proof of a price file, as bytes: of the very lines that the file was written from. */
export async function pageOfFile(
  deps: Pick<Deps, 'database' | 'facts'>,
  pricing: Pricing,
  { lines, ...made }: Pick<ProofHead, 'signature' | 'file' | 'sheet'> & { lines: readonly PricedLine[] },
): Promise<Buffer> {
  const { db, project, row, phase } = pricing;
  const head: ProofHead = {
    ...{ ...made, pricing },
    organization: await organizationName(db, project),
    places: chosenPlaces(row, await placesThatSell(deps, project)),
    law: {
      policy: await organizationLaw(db, project),
      period: await readLawPeriod(deps, project, row, phase.index),
    },
    made: { ...localTime(new Date()), user_name: project.user_name },
  };
  return Buffer.from(await proofPage(head, lines));
}
