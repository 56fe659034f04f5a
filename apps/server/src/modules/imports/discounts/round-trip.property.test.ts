import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type DiscountEdit,
  discountKind,
  effectiveDiscount,
  FIELDS,
  fieldById,
  goalLabel,
  type Line,
  NO_DECISION,
} from '@palier/domain';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { readXlsx, writeXlsx as writeWorkbook } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DiscountRow } from '../../discounts/index.ts';
import { writeCsv } from '../../exports/csv.ts';
import { exportFields } from '../../exports/listing-fields.ts';
import { listingSheet } from '../../exports/listing-sheet.ts';
import { writeXlsx } from '../../exports/xlsx.ts';
import { readTable } from '../../files/tables.ts';
import { planImport } from './plan.ts';

const LEVELS = [0, 10, 20, 30, 40, 50, 60];
const SCENARIOS = [
  { _id: '0190aaaa-0000-7000-8000-000000000001', name: 'Prudent' },
  { _id: '0190aaaa-0000-7000-8000-000000000002', name: '=Vider; le « stock »' },
  { _id: '0190aaaa-0000-7000-8000-000000000003', name: 'Marge' },
  { _id: '0190aaaa-0000-7000-8000-000000000004', name: 'prudent' },
];
const GOALS = ['sales', 'cogs', '0190aaaa-0000-7000-8000-000000000002'];
const ATTRIBUTE = { ...fieldById('brand'), id: 'attributes.inclus', label: 'Inclus' };
const FIELDS_OF_PROJECT = [...FIELDS, ATTRIBUTE];
const COLUMNS = ['stockTotal', 'optimizationGoal', 'discount_pct_update_description', ATTRIBUTE.id];

type Format = 'csv' | 'xlsx';
type Row = DiscountRow & { title: string };

/** Whatever a decision may be, those that the project no longer allows and scenarios that are gone included. */
const rows = fc
  .uniqueArray(
    fc.record({
      code: fc
        .constantFrom('', '-', '00', '=', 'É ')
        .chain((start) => fc.integer({ min: 1, max: 9999 }).map((n) => `${start}${n}`)),
      title: fc.string(),
      user: fc.constantFrom(null, null, 0, 10, 15, 40, 90),
      auto: fc.constantFrom(null, 20, 30),
      previous: fc.constantFrom([], [20]),
      min: fc.constantFrom(null, 10),
      included: fc.boolean(),
      goal: fc.constantFrom(null, 'profit', ...SCENARIOS.map(({ _id }) => _id), 'gone'),
      comment: fc.constantFrom(null, 'Fin de série', '-20 % avant; "midi"', 'deux\nlignes'),
    }),
    { minLength: 1, maxLength: 8, selector: ({ code }) => code.replace(/^0+/, '') },
  )
  .map((all): Row[] =>
    all.map(({ code, title, user, auto, previous, min, included, goal, comment }) => ({
      ...NO_DECISION,
      ...{ project_id: 'p', discount_id: `id ${code}`, item_group_id: code, title, included, version: 1 },
      ...{ discount_pct_user: user, discount_pct_auto: auto, previous_discount_pcts: previous },
      ...{ discount_pct_min: min, optimization_goal: goal, discount_pct_update_description: comment },
      ...{ review_lost_date: null, discount_pct_update_date: null },
      ...{ previous_discount_pcts: [...previous], next_discount_pcts: [], applied_discount_rule_ids: [] },
    })),
  );

/** A change of one row of the file: what is typed in which column, and what it means; null: it cannot be taken. */
interface Change {
  heading: string;
  typed: string;
  means: DiscountEdit | null;
}
const DISCOUNT = 'Démarque choisie (%)';
const change = fc.oneof(
  fc.constantFrom(20, 30, 60).map(
    (points): Change => ({
      ...{ heading: DISCOUNT, typed: String(points) },
      means: { discount_pct_user: points },
    }),
  ),
  fc
    .constantFrom('', 'auto')
    .map((typed): Change => ({ heading: DISCOUNT, typed, means: { discount_pct_user: null } })),
  fc.constantFrom('33', 'vingt', '70').map((typed): Change => ({ heading: DISCOUNT, typed, means: null })),
  fc.boolean().map(
    (included): Change => ({
      ...{ heading: 'Inclus', typed: included ? 'oui' : 'NON' },
      means: { included },
    }),
  ),
  fc.constantFrom('', 'peut-être').map((typed): Change => ({ heading: 'Inclus', typed, means: null })),
  fc.constantFrom(...GOALS).map(
    (goal): Change => ({
      ...{ heading: 'Objectif', typed: goalLabel(goal, SCENARIOS) },
      means: { optimization_goal: goal },
    }),
  ),
  fc.constant<Change>({ heading: 'Objectif', typed: '', means: { optimization_goal: null } }),
  // « Marge » is a goal and a scenario, « PRUDENT » two scenarios.
  fc
    .constantFrom('Plaire', 'MARGE', 'PRUDENT')
    .map((typed): Change => ({ heading: 'Objectif', typed, means: null })),
);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'round-trip-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The file as the product writes it. */
async function exported(own: readonly Row[], format: Format): Promise<string | Uint8Array> {
  const fields = exportFields({
    ...{ columns: COLUMNS, featured: [], fields: FIELDS_OF_PROJECT, unavailable: [] },
  });
  async function* lines(): AsyncGenerator<Line[]> {
    yield own.map(
      (row): Line => ({
        ...row,
        // The row of the database is a line but for its moments.
        ...{ discount_pct_update_date: null, review_lost_date: null },
        ...{ [ATTRIBUTE.id]: 'oui' },
        ...{
          _id: row.discount_id,
          discount_pct: effectiveDiscount(row),
          discount_kind: discountKind(row, false),
        },
      }),
    );
  }
  const words = {
    ...{ user_names: new Map(), rule_names: new Map(), scenarios: SCENARIOS },
    ...{ catalog_currency: 'EUR', accounting_currency: 'EUR' },
  };
  const sheet = listingSheet({
    ...{ name: 'Listing', fields, groups: [], lines: lines(), group_rows: new Map() },
    ...{ currencies: [{ label: 'Devise', code: 'EUR' }], total_stock_qty: 0, words },
  });
  if (format === 'xlsx') return new Uint8Array(await new Response(writeXlsx(sheet)).arrayBuffer());
  let text = '';
  for await (const part of writeCsv(sheet)) text += part;
  return text;
}

/** The same file opened in a spreadsheet, changed there and saved. */
async function edited(content: string | Uint8Array, change: (cells: string[][]) => void) {
  if (typeof content === 'string') {
    const cells: string[][] = parse(content, { delimiter: ';', bom: true });
    change(cells);
    const quoted = cells.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';'));
    return `\ufeff${quoted.join('\r\n')}`;
  }
  const [sheet] = (await readXlsx(content)).sheets;
  const cells = (sheet?.rows ?? []).map((row) => row.map((cell) => String(cell ?? '')));
  change(cells);
  const typed = cells.map((row) => row.map((cell) => (/^\d\d?$/.test(cell) ? Number(cell) : cell)));
  return writeWorkbook({ sheets: [{ name: 'Feuil1', rows: typed }] });
}

async function planOf(content: string | Uint8Array, own: readonly Row[], format: Format) {
  const path = join(folder, `listing.${format}`);
  await writeFile(path, content);
  const table = await readTable({ path, name: `listing.${format}` });
  return planImport([{ name: 'listing', table }], {
    ...{ lines: own, levels: LEVELS, scenarios: SCENARIOS, fields: FIELDS_OF_PROJECT },
  });
}

const formats = fc.constantFrom<Format>('csv', 'xlsx');
const RUNS = { numRuns: process.env.PALIER_THOROUGH ? 500 : 40 };

describe('[LIST-11] the listing’s own export', () => {
  it('imported as it is changes nothing and raises nothing', async () => {
    await fc.assert(
      fc.asyncProperty(rows, formats, async (own, format) => {
        const plan = await planOf(await exported(own, format), own, format);
        expect(plan).toMatchObject({ changes: [], errors: [], unchanged_count: own.length });
        expect(plan.unknown_headings).toEqual([]);
        expect(plan.computed_headings).toContain('Démarque (%)');
      }),
      RUNS,
    );
  });

  it('imported again once applied, and after the plan has changed, changes nothing and raises nothing', async () => {
    await fc.assert(
      fc.asyncProperty(
        rows,
        formats,
        fc.array(fc.record({ user: fc.constantFrom(20, 30, 60), auto: fc.constantFrom(null, 20, 50) }), {
          ...{ minLength: 8, maxLength: 8 },
        }),
        async (own, format, later) => {
          const content = await edited(await exported(own, format), (cells) => {
            const [heads = []] = cells;
            for (const [index, { user }] of later.entries()) {
              const row = cells[index + 1];
              if (row) row[heads.indexOf(DISCOUNT)] = String(user);
            }
          });
          const plan = await planOf(content, own, format);
          const written = new Map(plan.changes.map(({ discount_id, changes }) => [discount_id, changes]));
          const applied = own.map(
            (row, index): Row => ({
              ...row,
              ...written.get(row.discount_id),
              discount_pct_auto: later[index]?.auto ?? null,
            }),
          );
          const again = await planOf(content, applied, format);
          expect(again.changes).toEqual([]);
          // Cells that were refused the first time are so again: the file is still wrong there.
          expect(again.errors).toEqual(plan.errors);
        },
      ),
      RUNS,
    );
  });

  it('edited in a spreadsheet comes back as exactly these edits, each refused cell named', async () => {
    await fc.assert(
      fc.asyncProperty(
        rows,
        formats,
        fc.array(fc.option(change), { minLength: 8, maxLength: 8 }),
        async (own, format, changes) => {
          const content = await edited(await exported(own, format), (cells) => {
            const [heads = []] = cells;
            for (const [index, one] of changes.entries()) {
              const row = cells[index + 1];
              if (one && row) row[heads.indexOf(one.heading)] = one.typed;
            }
          });
          const plan = await planOf(content, own, format);
          const expected = own.map((row, index) => expectation(row, changes[index] ?? null));
          expect(
            Object.fromEntries(plan.changes.map(({ discount_id, changes: c }) => [discount_id, sets(c)])),
          ).toEqual(Object.fromEntries(expected.flatMap(({ id, sets }) => (sets ? [[id, sets]] : []))));
          expect(plan.errors.map(({ line, column, value }) => ({ line, column, value }))).toEqual(
            expected.flatMap(({ refused }, index) => (refused ? [{ line: index + 2, ...refused }] : [])),
          );
        },
      ),
      RUNS,
    );
  });
});

const sets = ({ discount_pct_user, included, optimization_goal }: DiscountEdit): DiscountEdit => ({
  ...(discount_pct_user !== undefined && { discount_pct_user }),
  ...(included !== undefined && { included }),
  ...(optimization_goal !== undefined && { optimization_goal }),
});

/** What a typed cell must do to a row, said apart from the reading. */
function expectation(row: Row, one: Change | null) {
  const id = row.discount_id;
  if (!one) return { id, sets: null, refused: null };
  const refused = { column: one.heading, value: one.typed || null };
  const stands: DiscountEdit = row;
  if (one.heading === 'Objectif' && one.typed === goalLabel(row.optimization_goal ?? '', SCENARIOS))
    return { id, sets: null, refused: null };
  if (!one.means) return { id, sets: null, refused };
  const [[key, value] = ['', null]] = Object.entries(one.means);
  if (stands[key as keyof DiscountEdit] === value) return { id, sets: null, refused: null };
  return { id, sets: one.means, refused: null };
}
