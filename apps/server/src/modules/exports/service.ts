import { setImmediate } from 'node:timers/promises';
import type { LineSelection, ProjectFacts } from '@palier/analytics';
import { type FieldDefinition, type Group, type Line, PRICE_PRESETS, splitProjectName } from '@palier/domain';
import type { Db } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { conflict, invalid, notFound } from '../../http/errors.ts';
import type { ProjectScope } from '../../scope.ts';
import { readSettings, userNames } from '../organizations/index.ts';
import { type ProjectRow, readProject, scenarioNames } from '../projects/index.ts';
import { ruleNames } from '../rules/index.ts';
import { fileName } from './file-name.ts';
import { exportFields, readFields } from './listing-fields.ts';
import { currencyColumns, listingSheet, readGroupRows, type Words } from './listing-sheet.ts';
import { type PricePhase, phaseInFileName, pricePhase } from './price-phase.ts';
import { priceSheet } from './price-sheet.ts';
import { PRICED_FIELDS, pricedBy, pricedLines, priceRows } from './priced-lines.ts';
import { chosenPlaces, placesThatSell, requireOneCurrency } from './prices/places.ts';
import { phaseSignature } from './prices/repository.ts';
import { proofSheet } from './proof-sheet.ts';
import type { Sheet } from './sheet.ts';
import { type FileContent, sheetContent } from './sheet-content.ts';
import { standingIn } from './standing.ts';

/** What the caller sees and wants in a file. */
export interface ExportRequest {
  selection: LineSelection;
  sort?: string | undefined;
  order?: 'asc' | 'desc' | undefined;
  by?: readonly string[] | undefined;
  columns?: readonly string[] | undefined;
  featured?: readonly string[] | undefined;
}

type Settings = Awaited<ReturnType<typeof readSettings>>;
type Template = Settings['exportTemplates'][number];

export interface ExportPlan {
  project: ProjectScope;
  row: ProjectRow;
  settings: Settings;
  template: Template;
  /** Of a price file: the phase that its prices are of. */
  phase: PricePhase | null;
}
/** Groups with a row of their own in a file; beyond, groups appear only on their lines. */
const MAX_GROUP_ROWS = 10_000;

const PRICE_CHOICE = { fields: PRICED_FIELDS, excludes: ['curve'] };

/** Rows written without a pause: requests of others are answered in between. */
const ROWS_AT_ONCE = 200;

/**
 * @param wanted the phase of a price file, counted from 0; the last validated one when missing.
 * @throws 400 for the phase of a listing, 404 for a template or a phase that there is not, 422 for a phase to come, and
 * for prices of a project with places of another currency
 */
export async function planExport(
  needs: Pick<Deps, 'database' | 'facts'>,
  project: ProjectScope,
  template_id: string,
  wanted: number | undefined,
): Promise<ExportPlan> {
  const { db } = needs.database;
  const settings = await readSettings(db, project);
  const template = settings.exportTemplates.find(({ id }) => id === template_id);
  if (!template) throw notFound('Ce modèle d’export');
  const isPrices = template.kind !== 'listing';
  if (!isPrices && wanted !== undefined) throw invalid('Seul le fichier de prix est celui d’une démarque.');
  const row = await readProject(db, project, project.project_id);
  if (template.kind === 'prices')
    requireOneCurrency(chosenPlaces(row, await placesThatSell(needs, project)), row);
  const phase = isPrices ? await pricePhase(needs, project, row, wanted) : null;
  return { project, template, settings, row, phase };
}

/** Starts a file: rows are read from the facts as its content is read. @throws what the first rows throw */
export async function openExport(
  db: Db,
  facts: ProjectFacts,
  plan: ExportPlan,
  request: ExportRequest,
): Promise<FileContent & { name: string }> {
  const { template, row, phase } = plan;
  const sheet = phase
    ? await pricesOf(db, facts, { ...plan, phase }, request)
    : await listingOf(db, facts, plan, request);
  const place = row.name.split('/').map((part) => part.trim());
  return {
    name: fileName([...place, template.name], template.format, phase ? phaseInFileName(phase) : []),
    ...sheetContent(sheet, template.format),
  };
}

async function listingOf(
  db: Db,
  facts: ProjectFacts,
  { project, row, settings, template }: ExportPlan,
  { selection, sort, order, by = [], columns, featured }: ExportRequest,
): Promise<Sheet> {
  const known = facts.fields();
  const fields = exportFields({
    columns: template.columns ?? columns ?? settings.dashboard_columns,
    // A file with columns of its own is the same whatever the view.
    featured: (template.columns ? undefined : featured) ?? settings.featured_fields,
    fields: known,
    unavailable: settings.unavailableFields,
  });
  const choice = { fields: readFields(fields), excludes: ['curve'] };
  const ordered = { ...(sort && { sort }), ...(order && { order }) };
  const isGrouped = by.length > 0;
  const group_rows = isGrouped
    ? await readGroupRows(facts, { ...selection, ...choice, ...ordered, by }, MAX_GROUP_ROWS)
    : new Map<string, Group>();
  const last = [...group_rows.values()].filter(({ keys }) => keys.length === by.length);
  const group_order = sort ? last.map(({ key }) => key) : [];
  const words: Words = {
    user_names: await userNames(db, project),
    rule_names: await ruleNames(db, project),
    scenarios: await scenarioNames(db, project),
    catalog_currency: row.catalog_currency,
    accounting_currency: row.accounting_currency,
  };
  return listingSheet({
    name: splitProjectName(row.name).short_name,
    // A file with columns of its own has those alone.
    currencies: template.columns ? [] : currencyColumns(fields, words),
    fields,
    groups: by.flatMap((id): FieldDefinition[] => known.filter((field) => field.id === id)),
    group_rows,
    total_stock_qty: fields.some(({ share }) => share) ? (await facts.stats(selection)).sum_stock_qty : 0,
    words,
    // Groups stand as the listing has them, by their figures where it is sorted by one.
    lines: await startReading(facts.rows({ ...selection, ...choice, ...ordered, by, group_order })),
  });
}

/** Shops receive every price of the phase, whatever the listing shows of those left out and of those at 0 %. */
async function pricesOf(
  db: Db,
  facts: ProjectFacts,
  { project, row, phase, template }: ExportPlan & { phase: PricePhase },
  { selection, sort, order }: ExportRequest,
): Promise<Sheet> {
  const { included: _, hide_zero, ...seen } = selection;
  const ordered = { ...(sort && { sort }), ...(order && { order }) };
  const { standing: discountOf, former } = await standingIn(db, project, phase);
  const lines = await startReading(facts.rows({ ...seen, ...PRICE_CHOICE, ...ordered }));
  const now = await readProject(db, project, project.project_id);
  if (now.working_phase !== row.working_phase)
    throw conflict('Une démarque vient d’être validée : demandez de nouveau le fichier.');
  const standing = (line: Line) => {
    const found = discountOf(line);
    return hide_zero && found?.discount_pct === 0 ? null : found;
  };
  const priced = pricedLines(lines, { row, phase, standing, former, ...pricedBy(facts) });
  const name = splitProjectName(row.name).short_name;
  if (template.kind === 'proof') {
    const signature = phase.validated ? await phaseSignature(db, project, phase.index) : undefined;
    return proofSheet(name, { row, signature }, priced);
  }
  const preset = PRICE_PRESETS[template.id];
  if (!preset) throw notFound('Ce modèle d’export');
  return priceSheet(name, preset, row.catalog_currency, priceRows(priced));
}

/** The same lines in smaller batches, the first read already: a request that cannot be answered fails before the file begins. */
async function startReading(batches: AsyncIterable<Line[]>): Promise<AsyncGenerator<Line[]>> {
  const iterator = batches[Symbol.asyncIterator]();
  const first = await iterator.next();
  async function* all(): AsyncGenerator<Line[]> {
    try {
      let next = first;
      while (!next.done) {
        for (let at = 0; at < next.value.length; at += ROWS_AT_ONCE) {
          yield next.value.slice(at, at + ROWS_AT_ONCE);
          await setImmediate();
        }
        next = await iterator.next();
      }
    } finally {
      await iterator.return?.();
    }
  }
  return all();
}
