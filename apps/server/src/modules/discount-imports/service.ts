import type { RouteOutput } from '@palier/contract';
import { type DiscountEdit, discountFault, EDIT_FAULT_MESSAGES, isEditEqual } from '@palier/domain';
import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../http/errors.ts';
import type { ProjectScope } from '../../scope.ts';
import { columnOf, readTable, type Table } from '../definitions/index.ts';
import {
  allLines,
  changesOf,
  type DiscountRow,
  type LineChanges,
  levelsOf,
  publishWritten,
  writeLines,
} from '../discounts/index.ts';
import type { StagedFile } from '../imports/index.ts';
import { takeVersion } from '../projects/index.ts';

export type DiscountImport = RouteOutput<'projects.import_discounts'>;
type RowError = DiscountImport['errors'][number];
type ReadEdit = { line: number; item_group_id: string; edit: DiscountEdit; discount: string | undefined };

const NAMES = {
  product: ['item_group_id', 'code_produit', 'reference', 'produit', 'code'],
  discount: ['discount_pct_user', 'discount_pct', 'demarque', 'demarque_pct', 'taux', 'remise'],
  included: ['included', 'inclus', 'inclusion'],
  goal: ['optimization_goal', 'objectif'],
  comment: ['comment', 'commentaire', 'raison'],
} as const;
const GOALS: Readonly<Record<string, string>> = {
  marge: 'profit',
  ca: 'sales',
  ecoulement: 'cogs',
  écoulement: 'cogs',
};
const MAX_ERRORS = 500;

/** Reads discounts keyed by product and writes them in one transaction; bad rows are told, good ones are taken. */
export async function importDiscounts(
  { database, events }: Pick<Deps, 'database' | 'events'>,
  project: ProjectScope,
  files: readonly StagedFile[],
): Promise<DiscountImport> {
  const tables: { name: string; table: Table }[] = [];
  for (const file of files)
    tables.push({ name: file.name, table: checkTable(file.name, await readTable(file)) });
  const { report, written } = await inTransaction(database.db, async (tx) => {
    const row = await takeVersion(tx, project);
    const lines = new Map((await allLines(tx, project)).map((line) => [line.item_group_id, line]));
    const errors: RowError[] = [];
    const changes = new Map<string, LineChanges>();
    let unchanged_count = 0;
    for (const { name, table } of tables) {
      for (const own of readEdits(table)) {
        const line = lines.get(own.item_group_id);
        const error = faultOf(own, line, levelsOf(row));
        if (error) errors.push({ file: name, line: own.line, ...error });
        else if (!line || isEditEqual(own.edit, line)) unchanged_count += 1;
        else
          changes.set(line.discount_id, {
            discount_id: line.discount_id,
            changes: changesOf(own.edit, line),
          });
      }
    }
    const own = await writeLines(tx, project, [...changes.values()], {
      kind: 'import',
      comment: tables.map(({ name }) => name).join(', '),
      version: row.version,
    });
    const { version, activity_id } = own;
    return {
      written: own,
      report: {
        version,
        activity_id,
        discount_count: own.ids.length,
        unchanged_count,
        errors: errors.slice(0, MAX_ERRORS),
      },
    };
  });
  await publishWritten(events, project, written);
  return report;
}

function checkTable(name: string, table: Table): Table {
  if (columnOf(table.headings, NAMES.product) < 0) {
    throw new ApiError('invalid_file', `Le fichier ${name} n’a pas de colonne « code_produit ».`);
  }
  const others = [NAMES.discount, NAMES.included, NAMES.goal, NAMES.comment];
  if (others.every((names) => columnOf(table.headings, names) < 0)) {
    throw new ApiError(
      'invalid_file',
      `Le fichier ${name} n’a ni démarque, ni inclusion, ni objectif, ni commentaire.`,
    );
  }
  return table;
}

function* readEdits({ headings, rows }: Table): Generator<ReadEdit> {
  const at = {
    product: columnOf(headings, NAMES.product),
    discount: columnOf(headings, NAMES.discount),
    included: columnOf(headings, NAMES.included),
    goal: columnOf(headings, NAMES.goal),
    comment: columnOf(headings, NAMES.comment),
  };
  for (const { line, cells } of rows) {
    const text = (position: number) => cells[position]?.trim() || undefined;
    const discount = text(at.discount);
    const included = text(at.included);
    const goal = text(at.goal);
    const edit: DiscountEdit = { comment: text(at.comment) ?? null };
    if (discount !== undefined)
      edit.discount_pct_user = Number(discount.replace(/[%\s]/g, '').replace(',', '.'));
    if (included !== undefined) edit.included = /^(1|oui|vrai|true|x|o)$/i.test(included);
    if (goal !== undefined) edit.optimization_goal = GOALS[goal.toLowerCase()] ?? goal;
    yield { line, item_group_id: text(at.product) ?? '', edit, discount };
  }
}

function faultOf(
  { item_group_id, edit, discount }: ReadEdit,
  line: DiscountRow | undefined,
  levels: readonly number[],
): Omit<RowError, 'file' | 'line'> | null {
  if (!line)
    return { column: 'code_produit', value: item_group_id, reason: 'produit inconnu dans ce projet' };
  if (edit.discount_pct_user === undefined) return null;
  if (Number.isNaN(edit.discount_pct_user))
    return { column: 'démarque', value: discount ?? null, reason: 'nombre attendu' };
  const fault = discountFault(edit.discount_pct_user ?? null, line, levels);
  return fault ? { column: 'démarque', value: discount ?? null, reason: EDIT_FAULT_MESSAGES[fault] } : null;
}
