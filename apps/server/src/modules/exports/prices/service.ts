import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ProjectFacts } from '@palier/analytics';
import type { PriceChanges, PricedProduct, PriceFile, PricePage, SavedPriceTemplate } from '@palier/contract';
import { type PriceRow, splitProjectName } from '@palier/domain';
import { inTransaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import { conflict, notFound, refused } from '../../../http/errors.ts';
import { isId, newId } from '../../../ids.ts';
import type { ProjectScope } from '../../../scope.ts';
import type { Listing } from '../../listing/index.ts';
import { readProject } from '../../projects/index.ts';
import { fileName } from '../file-name.ts';
import { phaseInFileName, pricePhase } from '../price-phase.ts';
import { priceSheet } from '../price-sheet.ts';
import { type PricedLine, priceListName } from '../priced-lines.ts';
import { type PhaseSignature, proofSheet } from '../proof-sheet.ts';
import { sheetContent } from '../sheet-content.ts';
import { readTemplate } from '../templates/service.ts';
import { type PriceShow, shownLines, summarise } from './book.ts';
import { type PriceBooks, readKept } from './books.ts';
import { type KeptPrice, keptPrice, PriceDifference, packPrices } from './kept.ts';
import { presentFile, presentProduct } from './present.ts';
import { goneRow, type Pricing, pricedByIds, pricedProject } from './pricing.ts';
import {
  findFile,
  insertFile,
  listFiles,
  type PriceFileRow,
  phaseSignature,
  readContent,
} from './repository.ts';

export interface PriceDeps extends Pick<Deps, 'database' | 'pictures'> {
  listing: Listing;
  books: PriceBooks;
}

const PAGE_SIZE = 50;

/** A project's phase, the last validated one unless told. @throws 404, 422 for one to come */
async function pricingOf({ database }: PriceDeps, project: ProjectScope, wanted?: number): Promise<Pricing> {
  const { db } = database;
  const row = await readProject(db, project, project.project_id);
  return { db, project, row, phase: pricePhase(row, wanted) };
}

export interface PageRequest {
  phase?: number | undefined;
  show?: PriceShow | undefined;
  template_id?: string | undefined;
  q?: string | undefined;
  size?: number | undefined;
  offset?: number | undefined;
}

/** The prices of a phase, counted, and a page of them. @throws 404, 409, 422 */
export async function readPrices(
  deps: PriceDeps,
  project: ProjectScope,
  { phase: wanted, show = 'all', template_id, q = '', size = PAGE_SIZE, offset = 0 }: PageRequest,
): Promise<PricePage> {
  const pricing = await pricingOf(deps, project, wanted);
  const { db, row, phase } = pricing;
  // A file is of the whole project: who reaches a part of it compares nothing with it.
  const files = project.perimeter ? [] : await listFiles(db, project);
  const last = files.find((file) => template_id === undefined || file.template_id === template_id) ?? null;
  const { book, places } = await deps.books.open(pricing, last);
  const shown = shownLines(book, show, q);
  const ids = shown.slice(offset, offset + size).map(({ id }) => id);
  const data = await deps.listing.query(project, (facts) => pricedByIds(pricing, facts, ids));
  const signature = phase.validated ? await phaseSignature(db, project, phase.index) : undefined;
  const { index: project_phase, label, validated, first_day, last_day } = phase;
  return {
    ...{ project_phase, phase: label, validated, first_day, last_day },
    signed: signature ? { user_name: signature.user_name, date: signature.created_at.toISOString() } : null,
    ...{ currency: row.catalog_currency, price_list: priceListName(row) },
    summary: summarise(book, places, last?.price_file_id ?? null),
    total: shown.length,
    data: data.map((one) => presentProduct(one, pricing, pictureOf(deps, project))),
  };
}

const pictureOf =
  ({ pictures }: PriceDeps, { organization_id }: ProjectScope) =>
  (image: string) =>
    pictures.url(organization_id, image);

/** The price of a product in a phase. @throws 404, 409, 422 */
export async function readPrice(
  deps: PriceDeps,
  project: ProjectScope,
  line_id: string,
  wanted: number | undefined,
): Promise<PricedProduct> {
  const pricing = await pricingOf(deps, project, wanted);
  if (!isId(line_id)) throw notFound('Cette ligne');
  const [one] = await deps.listing.query(project, (facts) => pricedByIds(pricing, facts, [line_id]));
  if (!one) throw notFound('Cette ligne');
  return presentProduct(one, pricing, pictureOf(deps, project));
}

/** The files that were made, the last first. */
export async function readFiles({ database }: PriceDeps, project: ProjectScope): Promise<PriceFile[]> {
  return (await listFiles(database.db, project)).map(presentFile);
}

/** @throws 404 */
async function requireFile(
  { database }: PriceDeps,
  project: ProjectScope,
  id: string,
): Promise<PriceFileRow> {
  const file = isId(id) ? await findFile(database.db, project, id) : undefined;
  if (!file) throw notFound('Ce fichier de prix');
  return file;
}

/** A file as it was kept. */
export interface KeptFile {
  name: string;
  type: string;
  content: Uint8Array;
}

/** A file as it was sent. @throws 404 */
export async function readFileContent(deps: PriceDeps, project: ProjectScope, id: string): Promise<KeptFile> {
  const { name, type } = await requireFile(deps, project, id);
  return { name, type, content: await readContent(deps.database.db, project, id, 'file') };
}

/** The proof that was made with a file. @throws 404 for a file made before proofs were kept */
export async function readProofContent(
  deps: PriceDeps,
  project: ProjectScope,
  id: string,
): Promise<KeptFile> {
  const { proof } = await requireFile(deps, project, id);
  if (!proof) throw notFound('Le dossier de preuve de ce fichier');
  const { name, type } = proof;
  return { name, type, content: await readContent(deps.database.db, project, id, 'proof') };
}

/** How many prices of a file's phase are no longer those it says. @throws 404, 409, 422 */
export async function readChanges(deps: PriceDeps, project: ProjectScope, id: string): Promise<PriceChanges> {
  const file = await requireFile(deps, project, id);
  const pricing = await pricingOf(deps, project, file.project_phase);
  const { book } = await deps.books.open(pricing, file);
  return book.since ?? { price_count: 0, product_count: 0 };
}

interface NewFile {
  phase: number;
  template_id: string;
  scope: 'all' | 'changes';
}

/**
 * Makes the price file of a phase and keeps its bytes, with every price as it stands.
 * @throws 404, 409, 422 for a phase to come, or for changes where no file of the template was sent
 */
export async function makePriceFile(
  deps: PriceDeps,
  project: ProjectScope,
  { phase: wanted, template_id, scope }: NewFile,
): Promise<PriceFile> {
  const pricing = await pricingOf(deps, project, wanted);
  const { db, row, phase } = pricing;
  const template = await readTemplate(db, project, template_id);
  const files = scope === 'changes' ? await listFiles(db, project) : [];
  const last = files.find((file) => file.template_id === template_id) ?? null;
  if (scope === 'changes' && !last)
    throw refused(
      `Aucun fichier «\u202f${template.name}\u202f» n’a encore été fait\u202f: faites d’abord celui de tous les prix.`,
    );
  const difference = last && new PriceDifference(await readKept(db, project, last), phase);
  const signature = phase.validated ? await phaseSignature(db, project, phase.index) : undefined;
  const made = await deps.listing.query(project, (facts) =>
    writeFile({ ...pricing, signature }, facts, template, difference),
  );
  const now = await readProject(db, project, project.project_id);
  if (now.working_phase !== row.working_phase)
    throw conflict('Une démarque vient d’être validée : demandez de nouveau le fichier.');
  const place = row.name.split('/').map((part) => part.trim());
  const ending = [...phaseInFileName(phase), ...(scope === 'changes' ? ['changements'] : [])];
  const { index: project_phase, label, validated, first_day, last_day } = phase;
  const file = {
    ...{ price_file_id: newId(), project_phase, phase: label, validated, first_day, last_day },
    name: fileName([...place, template.name], template.format, ending),
    ...{ template_id, template_name: template.name, format: template.format, type: made.type },
    ...{ scope, since_id: last?.price_file_id ?? null, row_count: made.row_count },
    ...printOf(made.file),
    proof: {
      name: fileName([...place, 'Dossier de preuve'], PROOF_FORMAT, phaseInFileName(phase)),
      ...{ type: made.proof_type, ...printOf(made.proof) },
    },
  };
  const prices = await packPrices(made.prices);
  return presentFile(
    await inTransaction(db, (tx) =>
      insertFile(tx, project, file, { file: made.file, prices, proof: made.proof }),
    ),
  );
}

/** Opened by any spreadsheet, in French, with real days and amounts. */
const PROOF_FORMAT = 'xlsx';

/** What a file is told by. */
const printOf = (file: Uint8Array): { fingerprint: string; size_bytes: number } => ({
  fingerprint: createHash('sha256').update(file).digest('hex'),
  size_bytes: file.length,
});

interface Written {
  file: Uint8Array;
  type: string;
  /** What proves every price of the phase, from the very lines that the file was written from. */
  proof: Uint8Array;
  proof_type: string;
  row_count: number;
  /** Every price of the phase, whatever the file holds of them. */
  prices: KeptPrice[];
}

async function writeFile(
  pricing: Pricing & { signature: PhaseSignature },
  facts: ProjectFacts,
  template: SavedPriceTemplate,
  difference: PriceDifference | null,
): Promise<Written> {
  const prices: KeptPrice[] = [];
  const proven: PricedLine[][] = [];
  let row_count = 0;
  async function* rows(): AsyncGenerator<PriceRow[]> {
    for await (const batch of pricedProject(pricing, facts)) {
      proven.push(batch);
      const all = batch.flatMap((one) => one.rows);
      const priced = all.filter(({ discount_pct }) => discount_pct !== null);
      for (const row of priced) prices.push(keptPrice(row));
      const written = difference ? priced.filter((row) => difference.isNew(row)) : all;
      row_count += template.with_excluded
        ? written.length
        : written.filter((row) => row.discount_pct !== null).length;
      yield written;
    }
    const gone = difference?.gone() ?? [];
    row_count += gone.length;
    yield gone.map((one) => goneRow(one, pricing.phase));
  }
  const { short_name } = splitProjectName(pricing.row.name);
  const sheet = priceSheet(short_name, template, pricing.row.catalog_currency, rows());
  const { type, content } = sheetContent(sheet, template.format, template.dialect);
  const file = await bytesOf(content);
  const proof = sheetContent(proofSheet(short_name, pricing, Readable.from(proven)), PROOF_FORMAT);
  return {
    ...{ file, type, row_count, prices },
    ...{ proof: await bytesOf(proof.content), proof_type: proof.type },
  };
}

async function bytesOf(content: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks);
}
