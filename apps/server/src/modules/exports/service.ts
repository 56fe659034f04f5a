import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { setImmediate } from 'node:timers/promises';
import type { LineRow, LineSelection, ProjectFacts } from '@palier/analytics';
import { type FieldDefinition, splitProjectName } from '@palier/domain';
import type { Db } from '../../db/database.ts';
import { notFound } from '../../http/errors.ts';
import type { ProjectScope } from '../../scope.ts';
import { userNames } from '../organizations/index.ts';
import { type ProjectRow, readProject, scenarioNames } from '../projects/index.ts';
import { ruleNames } from '../rules/index.ts';
import { readSettings } from '../settings/index.ts';
import { writeCsv } from './csv.ts';
import { fileName } from './file-name.ts';
import { exportFields } from './listing-fields.ts';
import { listingSheet, readGroupRows } from './listing-sheet.ts';
import { PRICE_FIELDS, priceSheet } from './price-sheet.ts';
import type { Sheet } from './sheet.ts';
import { writeXlsx } from './xlsx.ts';

/** What the caller sees and wants in a file. */
export type ExportRequest = {
  selection: LineSelection;
  sort?: string | undefined;
  order?: 'asc' | 'desc' | undefined;
  by?: readonly string[] | undefined;
  columns?: readonly string[] | undefined;
};

type Settings = Awaited<ReturnType<typeof readSettings>>;
type Template = Settings['exportTemplates'][number];

export type ExportPlan = { project: ProjectScope; row: ProjectRow; settings: Settings; template: Template };
export type ExportFile = { name: string; type: string; content: Readable };

const TYPES: Record<Template['format'], string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};
/** Groups with a row of their own in a file; beyond, lines alone tell their groups. */
const MAX_GROUP_ROWS = 10_000;

/** Rows written without a pause: requests of others are answered in between. */
const ROWS_AT_ONCE = 200;

/** @throws 404 for a template that the organisation does not have */
export async function planExport(db: Db, project: ProjectScope, template_id: string): Promise<ExportPlan> {
  const settings = await readSettings(db, project);
  const template = settings.exportTemplates.find(({ id }) => id === template_id);
  if (!template) throw notFound('Ce modèle d’export');
  return { project, template, settings, row: await readProject(db, project, project.project_id) };
}

/** Starts a file: rows are read from the facts as its content is read. @throws what the first rows throw */
export async function openExport(
  db: Db,
  facts: ProjectFacts,
  plan: ExportPlan,
  request: ExportRequest,
): Promise<ExportFile> {
  const { template, row } = plan;
  const sheet =
    template.kind === 'prices'
      ? await pricesOf(facts, plan, request)
      : await listingOf(db, facts, plan, request);
  const place = row.name.split('/').map((part) => part.trim());
  return {
    name: fileName([...place, template.name], template.format),
    type: TYPES[template.format],
    content: contentOf(template, sheet),
  };
}

function contentOf({ format }: Template, sheet: Sheet): Readable {
  if (format === 'csv') return Readable.from(writeCsv(sheet), { objectMode: false });
  return Readable.fromWeb(writeXlsx(sheet) as ReadableStream<Uint8Array>);
}

async function listingOf(
  db: Db,
  facts: ProjectFacts,
  { project, row, settings }: ExportPlan,
  { selection, sort, order, by = [], columns }: ExportRequest,
): Promise<Sheet> {
  const known = facts.fields();
  const fields = exportFields({
    columns: columns ?? settings.dashboard_columns,
    featured: settings.featured_fields,
    fields: known,
    unavailable: settings.unavailableFields,
  });
  const choice = { fields: [...new Set(fields.map(({ field }) => field.id))], excludes: ['curve'] };
  const ordered = { ...(sort && { sort }), ...(order && { order }) };
  const isGrouped = by.length > 0;
  const group_rows = isGrouped
    ? await readGroupRows(facts, { ...selection, ...choice, by }, MAX_GROUP_ROWS)
    : new Map();
  return listingSheet({
    name: splitProjectName(row.name).short_name,
    fields,
    groups: by.flatMap((id): FieldDefinition[] => known.filter((field) => field.id === id)),
    group_rows,
    total_stock_qty: fields.some(({ share }) => share) ? (await facts.stats(selection)).sum_stock_qty : 0,
    words: {
      user_names: await userNames(db, project),
      rule_names: await ruleNames(db, project),
      scenarios: await scenarioNames(db, project),
      catalog_currency: row.catalog_currency,
      accounting_currency: row.accounting_currency,
    },
    lines: await started(facts.rows({ ...selection, ...choice, ...ordered, by })),
  });
}

/** Shops receive the prices of the products that take part, whatever the listing shows of the others. */
async function pricesOf(
  facts: ProjectFacts,
  { row }: ExportPlan,
  { selection, sort, order }: ExportRequest,
): Promise<Sheet> {
  const ordered = { ...(sort && { sort }), ...(order && { order }) };
  const choice = { fields: PRICE_FIELDS, excludes: ['curve'] };
  const lines = await started(facts.rows({ ...selection, ...choice, ...ordered, included: true }));
  return priceSheet(splitProjectName(row.name).short_name, lines, {
    currency: row.catalog_currency,
    from: row.phases[row.working_phase ?? 0]?.start_date ?? null,
  });
}

/** The same lines in smaller batches, the first read already: a request that cannot be answered fails before the file begins. */
async function started(batches: AsyncIterable<LineRow[]>): Promise<AsyncGenerator<LineRow[]>> {
  const iterator = batches[Symbol.asyncIterator]();
  const first = await iterator.next();
  async function* all(): AsyncGenerator<LineRow[]> {
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
