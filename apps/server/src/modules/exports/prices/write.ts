import { Readable } from 'node:stream';
import type { ProjectFacts } from '@palier/analytics';
import type { SavedPriceTemplate } from '@palier/contract';
import { type PriceRow, rowsOfPlaces, splitProjectName } from '@palier/domain';
import { refused } from '../../../http/errors.ts';
import { priceSheet } from '../price-sheet.ts';
import type { PricedLine } from '../priced-lines.ts';
import { type PhaseSignature, proofSheet } from '../proof-sheet.ts';
import { sheetContent } from '../sheet-content.ts';
import { type KeptPrice, type KeptPrices, keptPrice, PriceDifference } from './kept.ts';
import { type FilePlaces, goneRows } from './places.ts';
import { type Pricing, pricedProject } from './pricing.ts';

/** A worksheet has no more, its headings included; a file is made in memory. */
const MOST_ROWS = 1_048_575;
const TOO_MANY =
  'Ce fichier aurait plus de 1 048 575 lignes : prenez un modèle à une ligne par pays ou par tarif.';

const isPriced = ({ discount_pct }: PriceRow): boolean => discount_pct !== null;

/** Opened by any spreadsheet, in French, with real days and amounts. */
export const PROOF_FORMAT = 'xlsx';

/** A price file and what is kept with it, as bytes. */
export interface Written {
  file: Uint8Array;
  type: string;
  /** What proves every price of the phase, from the very lines that the file was written from. */
  proof: Uint8Array;
  proof_type: string;
  /** Every line of the phase, with or without a price. */
  lines: PricedLine[];
  row_count: number;
  /** Every price of the phase, whatever the file holds of them. */
  prices: KeptPrice[];
}

/**
 * The price file of a phase: every price, or what is no longer as a former file of the template has it.
 * @throws 422 for more rows than a file may have
 */
export async function writeFile(
  {
    former,
    places,
    ...pricing
  }: Pricing & {
    signature: PhaseSignature;
    former: KeptPrices | null;
    places: FilePlaces;
  },
  facts: ProjectFacts,
  template: SavedPriceTemplate,
): Promise<Written> {
  const difference = former && new PriceDifference(former, pricing.phase, places.codes);
  const prices: KeptPrice[] = [];
  const lines: PricedLine[] = [];
  let row_count = 0;
  const counted = (rows: PriceRow[]): PriceRow[] => {
    row_count += rows.length;
    if (row_count > MOST_ROWS) throw refused(TOO_MANY);
    return rows;
  };
  async function* rows(): AsyncGenerator<PriceRow[]> {
    for await (const batch of pricedProject(pricing, facts)) {
      lines.push(...batch);
      const all = batch.flatMap((one) => one.rows);
      const priced = all.filter(isPriced);
      for (const row of priced) prices.push(keptPrice(row, places.codes));
      const written = difference ? priced.filter((row) => difference.isNew(row)) : all;
      yield counted(rowsOfPlaces(template.with_excluded ? written : written.filter(isPriced), places.groups));
    }
    if (former && difference) yield counted(goneRows(former, difference.gone(), places, pricing.phase));
  }
  const { short_name } = splitProjectName(pricing.row.name);
  const sheet = priceSheet(short_name, template, pricing.row.catalog_currency, rows());
  const { type, content } = sheetContent(sheet, template.format, template.dialect);
  const file = await bytesOf(content);
  const proof = sheetContent(proofSheet(short_name, pricing, Readable.from([lines])), PROOF_FORMAT);
  return {
    ...{ file, type, row_count, prices, lines },
    ...{ proof: await bytesOf(proof.content), proof_type: proof.type },
  };
}

async function bytesOf(content: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks);
}
