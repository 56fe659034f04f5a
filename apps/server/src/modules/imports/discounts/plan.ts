import type { RouteOutput } from '@palier/contract';
import { discountFault, EDIT_FAULT_MESSAGES, type FieldDefinition } from '@palier/domain';
import { changesOf, type DiscountRow, type LineChanges } from '../../discounts/index.ts';
import { GROUP_LEVEL, neutralise } from '../../exports/index.ts';
import type { NamedTable } from '../../files/index.ts';
import { type Headings, type Role, readHeadings } from './headings.ts';
import { type CellFault, changeTexts, type NamedScenario, type RowCells, readRow } from './read.ts';

type Report = RouteOutput<'projects.import_discounts'>;

/** What a project has, for its files to be read against. */
export interface ProjectState {
  lines: readonly DiscountRow[];
  levels: readonly number[];
  scenarios: readonly NamedScenario[];
  fields: readonly FieldDefinition[];
}

export type ImportPlan = Pick<
  Report,
  | 'unchanged_count'
  | 'errors'
  | 'error_count'
  | 'samples'
  | 'given_back_count'
  | 'group_row_count'
  | 'found_code_count'
  | 'other_computed_count'
  | 'unknown_headings'
  | 'computed_headings'
> & { changes: LineChanges[] };

const MAX_ERRORS = 500;
const MAX_SAMPLES = 200;

/**
 * What the files change, cell by cell where it differs from what the lines have. A row with a cell that cannot be taken
 * is left whole; where a product stands in several rows the last decides, and those that said otherwise are named.
 */
export function planImport(tables: readonly NamedTable[], state: ProjectState): ImportPlan {
  const product = productFinder(state.lines);
  const errors: Report['errors'] = [];
  const taken = new Map<string, TakenRow>();
  const counts = { group_row_count: 0, found_code_count: 0, other_computed_count: 0 };
  const unknown = new Set<string>();
  const computed = new Set<string>();
  for (const { name: file, table } of tables) {
    const headings = readHeadings(file, table, state.fields);
    for (const heading of headings.unknown) unknown.add(heading);
    for (const heading of headings.computed) computed.add(heading);
    const context = { headings, names: table.headings, scenarios: state.scenarios };
    for (const { line: row, cells } of table.rows) {
      if (isGroupRow(cells, headings)) {
        counts.group_row_count += 1;
        continue;
      }
      const own = cellsOf(cells, headings);
      if (Object.values(own).every((cell) => !cell)) continue;
      const { line, repaired } = product(own.product ?? '');
      if (!line) {
        errors.push({ ...{ file, line: row }, ...unknownProduct(own, context.names, headings) });
        continue;
      }
      if (repaired) counts.found_code_count += 1;
      const { edit, fault, isOtherwiseComputed } = readRow(own, line, context);
      if (isOtherwiseComputed) counts.other_computed_count += 1;
      const refused = fault ?? levelFault(edit.discount_pct_user, line, state.levels, own, context);
      if (refused) errors.push({ ...{ file, line: row }, ...refused });
      else
        keep(taken, errors, {
          ...{ file, row, line, edit },
          ...{ code: own.product ?? '', code_column: table.headings[headings.at.product] ?? '' },
        });
    }
  }
  return { ...summary([...taken.values()], state), ...counted(counts, errors), ...named(unknown, computed) };
}

interface TakenRow {
  file: string;
  row: number;
  line: DiscountRow;
  code: string;
  code_column: string;
  edit: ReturnType<typeof readRow>['edit'];
}

/** The last row of a product decides; one that said otherwise before it is named. */
function keep(taken: Map<string, TakenRow>, errors: Report['errors'], own: TakenRow): void {
  const before = taken.get(own.line.discount_id);
  taken.set(own.line.discount_id, own);
  if (!before || JSON.stringify(before.edit) === JSON.stringify(own.edit)) return;
  errors.push({
    ...{ file: before.file, line: before.row, column: before.code_column, value: before.code },
    reason: `produit repris plus loin avec d’autres valeurs, ligne ${own.row} : c’est elle qui compte`,
    kept: null,
  });
}

function summary(rows: readonly TakenRow[], { scenarios }: ProjectState) {
  const changed = rows.filter(({ edit }) => Object.keys(edit).some((key) => key !== 'comment'));
  return {
    changes: changed.map(({ line, edit }) => ({
      discount_id: line.discount_id,
      changes: changesOf(edit, line),
    })),
    unchanged_count: rows.length - changed.length,
    given_back_count: changed.filter(({ edit }) => edit.discount_pct_user === null).length,
    samples: changed.slice(0, MAX_SAMPLES).flatMap(({ file, row, line, edit }) =>
      changeTexts(edit, line, scenarios).map((change) => ({
        ...{ file, line: row, item_group_id: line.item_group_id },
        ...change,
      })),
    ),
  };
}

function counted(
  counts: Pick<Report, 'group_row_count' | 'found_code_count' | 'other_computed_count'>,
  errors: Report['errors'],
) {
  const shown = errors.toSorted((a, b) => a.file.localeCompare(b.file) || a.line - b.line);
  return {
    ...counts,
    errors: shown.slice(0, MAX_ERRORS),
    error_count: errors.length,
  };
}

const named = (unknown: ReadonlySet<string>, computed: ReadonlySet<string>) => ({
  unknown_headings: [...unknown],
  computed_headings: [...computed],
});

/** What a grouped export says of a group is the sum of its products: they are what is read. */
function isGroupRow(cells: readonly string[], { level }: Headings): boolean {
  return level >= 0 && new RegExp(`^${GROUP_LEVEL} \\d+$`).test(cells[level]?.trim() ?? '');
}

function cellsOf(cells: readonly string[], { at, effective }: Headings): RowCells {
  const text = (position: number) => (position < 0 ? undefined : (cells[position]?.trim() ?? ''));
  const roles = Object.entries(at) as [Role, number][];
  const own = Object.fromEntries(roles.map(([role, position]) => [role, text(position)]));
  return { ...(own as Record<Role, string | undefined>), effective: text(effective) };
}

function unknownProduct(cells: RowCells, names: readonly string[], { at }: Headings): CellFault {
  const reason = cells.product ? 'produit inconnu dans ce projet' : 'code produit absent';
  return { column: names[at.product] ?? '', value: cells.product || null, reason, kept: null };
}

function levelFault(
  discount: number | null | undefined,
  line: DiscountRow,
  levels: readonly number[],
  cells: RowCells,
  { headings, names }: { headings: Headings; names: readonly string[] },
): CellFault | null {
  const fault = discountFault(discount ?? null, line, levels);
  if (!fault) return null;
  return {
    column: names[headings.at.discount] ?? '',
    value: cells.discount ?? null,
    reason: EDIT_FAULT_MESSAGES[fault],
    kept: line.discount_pct_user === null ? 'automatique' : String(line.discount_pct_user),
  };
}

/**
 * The line of a code. A code that the export protected from being run as a formula is the code; one whose leading zeros
 * a spreadsheet took is the only product that has the same digits.
 */
function productFinder(lines: readonly DiscountRow[]) {
  const byCode = new Map<string, DiscountRow>();
  const byDigits = new Map<string, DiscountRow | null>();
  for (const line of lines) {
    byCode.set(neutralise(line.item_group_id), line);
  }
  for (const line of lines) {
    byCode.set(line.item_group_id, line);
    const digits = digitsOf(line.item_group_id);
    if (digits) byDigits.set(digits, byDigits.has(digits) ? null : line);
  }
  return (code: string): { line: DiscountRow | undefined; repaired: boolean } => {
    const line = byCode.get(code);
    if (line) return { line, repaired: false };
    const digits = digitsOf(code);
    return { line: (digits && byDigits.get(digits)) || undefined, repaired: true };
  };
}

function digitsOf(code: string): string | null {
  return /^\d+$/.test(code) ? code.replace(/^0+(?=\d)/, '') : null;
}
