import { createHash } from 'node:crypto';
import type { PriceChanges, PricedProduct, PriceFile, PricePage } from '@palier/contract';
import { inTransaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import { conflict, notFound, refused } from '../../../http/errors.ts';
import { isId, newId } from '../../../ids.ts';
import type { ProjectScope } from '../../../scope.ts';
import type { Listing } from '../../listing/index.ts';
import { readProject } from '../../projects/index.ts';
import { fileName } from '../file-name.ts';
import { phaseInFileName, pricePhase } from '../price-phase.ts';
import { priceListName } from '../priced-lines.ts';
import { readTemplate, readTemplates } from '../templates/service.ts';
import { type PriceShow, shownLines, summarise } from './book.ts';
import { type PriceBooks, readKept } from './books.ts';
import { packPrices } from './kept.ts';
import { pageOfFile } from './page-of-file.ts';
import { chosenPlaces, type FilePlaces, placesOfFile, placesThatSell, requireOneCurrency } from './places.ts';
import { presentFile, presentProduct } from './present.ts';
import { type Pricing, pricedByIds } from './pricing.ts';
import {
  findFile,
  insertFile,
  listFiles,
  type PriceFileRow,
  phaseSignature,
  readContent,
} from './repository.ts';
import { PROOF_FORMAT, writeFile } from './write.ts';

export interface PriceDeps extends Pick<Deps, 'database' | 'facts' | 'pictures'> {
  listing: Listing;
  books: PriceBooks;
}

const PAGE_SIZE = 50;

/** A project's phase, the last validated one unless told. @throws 404, 422 for one to come */
async function pricingOf(deps: PriceDeps, project: ProjectScope, wanted?: number): Promise<Pricing> {
  const { db } = deps.database;
  const row = await readProject(db, project, project.project_id);
  return { db, project, row, phase: await pricePhase(deps, project, row, wanted) };
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
  const rows = await placesOfTemplate(deps, pricing, template_id ?? last?.template_id);
  const { book, places } = await deps.books.open(pricing, last, rows.codes);
  const shown = shownLines(book, show, q);
  const ids = shown.slice(offset, offset + size).map(({ id }) => id);
  const data = await deps.listing.query(project, (facts) => pricedByIds(pricing, facts, ids));
  const signature = phase.validated ? await phaseSignature(db, project, phase.index) : undefined;
  const { index: project_phase, label, validated, first_day, last_day } = phase;
  return {
    ...{ project_phase, phase: label, validated, first_day, last_day },
    signed: signature ? { user_name: signature.user_name, date: signature.created_at.toISOString() } : null,
    ...{ currency: row.catalog_currency, price_list: priceListName(row) },
    places: rows.groups && { by: rows.by, count: rows.groups.length },
    summary: summarise(book, places, last?.price_file_id ?? null),
    total: shown.length,
    data: data.map((one) => presentProduct(one, pricing, pictureOf(deps, project))),
  };
}

/** The places that files of a template have rows for; by price list where it is gone. */
async function placesOfTemplate(
  deps: PriceDeps,
  pricing: Pricing,
  template_id: string | undefined,
): Promise<FilePlaces> {
  const templates = await readTemplates(deps.database.db, pricing.project);
  const template = templates.find(({ _id }) => _id === template_id);
  return placesOfFile(deps, pricing, template?.rows_by ?? 'price_list');
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

/** The page to print of that proof. @throws 404 for a file made before pages were kept */
export async function readProofPage(deps: PriceDeps, project: ProjectScope, id: string): Promise<KeptFile> {
  const { proof } = await requireFile(deps, project, id);
  if (!proof?.page) throw notFound('La page à imprimer de ce fichier');
  const { name, type } = proof.page;
  return { name, type, content: await readContent(deps.database.db, project, id, 'page') };
}

/** How many prices of a file's phase are no longer those it says. @throws 404, 409, 422 */
export async function readChanges(deps: PriceDeps, project: ProjectScope, id: string): Promise<PriceChanges> {
  const file = await requireFile(deps, project, id);
  const pricing = await pricingOf(deps, project, file.project_phase);
  const { codes } = await placesOfTemplate(deps, pricing, file.template_id);
  const { book } = await deps.books.open(pricing, file, codes);
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
  requireOneCurrency(chosenPlaces(row, await placesThatSell(deps, project)), row);
  const template = await readTemplate(db, project, template_id);
  const files = scope === 'changes' ? await listFiles(db, project) : [];
  const last = files.find((file) => file.template_id === template_id) ?? null;
  if (scope === 'changes' && !last)
    throw refused(
      `Aucun fichier «\u202f${template.name}\u202f» n’a encore été fait\u202f: faites d’abord celui de tous les prix.`,
    );
  const former = last && (await readKept(db, project, last));
  const places = await placesOfFile(deps, pricing, template.rows_by);
  const signature = phase.validated ? await phaseSignature(db, project, phase.index) : undefined;
  const made = await deps.listing.query(project, (facts) =>
    writeFile({ ...pricing, signature, former, places }, facts, template),
  );
  const now = await readProject(db, project, project.project_id);
  if (now.working_phase !== row.working_phase)
    throw conflict('Une démarque vient d’être validée : demandez de nouveau le fichier.');
  const place = row.name.split('/').map((part) => part.trim());
  const ending = [...phaseInFileName(phase), ...(scope === 'changes' ? ['changements'] : [])];
  const { index: project_phase, label, validated, first_day, last_day } = phase;
  const print = printOf(made.file);
  const name = fileName([...place, template.name], template.format, ending);
  const proofName = (extension: string): string =>
    fileName([...place, 'Dossier de preuve'], extension, phaseInFileName(phase));
  const proof = { name: proofName(PROOF_FORMAT), type: made.proof_type, ...printOf(made.proof) };
  const page = await pageOfFile(deps, pricing, {
    ...{ signature, lines: made.lines, sheet: proof },
    file: { ...print, name, row_count: made.row_count, since: last?.name ?? null },
  });
  const file = {
    ...{ price_file_id: newId(), project_phase, phase: label, validated, first_day, last_day, name },
    ...{ template_id, template_name: template.name, format: template.format, type: made.type },
    ...{ scope, since_id: last?.price_file_id ?? null, row_count: made.row_count, ...print },
    proof: { ...proof, page: { name: proofName('html'), type: PAGE_TYPE, ...printOf(page) } },
  };
  const contents = { file: made.file, prices: await packPrices(made.prices), proof: made.proof, page };
  return presentFile(await inTransaction(db, (tx) => insertFile(tx, project, file, contents)));
}

const PAGE_TYPE = 'text/html; charset=utf-8';

/** What a file is told by. */
const printOf = (file: Uint8Array): { fingerprint: string; size_bytes: number } => ({
  fingerprint: createHash('sha256').update(file).digest('hex'),
  size_bytes: file.length,
});
