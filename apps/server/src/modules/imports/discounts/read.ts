import type { DiscountEdit } from '@palier/domain';
import { ApiError } from '../../../http/errors.ts';
import { columnOf, type Table } from '../../files/index.ts';

/** What one row of a file asks for a product; `discount` and `goal` as they are written. */
export interface ReadEdit {
  line: number;
  item_group_id: string;
  edit: DiscountEdit;
  discount: string | undefined;
  goal: string | undefined;
  /** The goal is none of the project's. */
  unknown_goal?: boolean;
}

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

/** Plain headings of the columns that say something of discounts. */
export const HEADINGS: readonly string[] = Object.values(NAMES).flat();

/** A table of discounts. @throws 422 invalid_file when it names no product or changes nothing */
export function checkTable(name: string, table: Table): Table {
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

/** The rows as edits; what is left empty is left alone. */
export function* readEdits({ headings, rows }: Table): Generator<ReadEdit> {
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
    if (discount !== undefined) edit.discount_pct_user = pointsOf(discount);
    if (included !== undefined) edit.included = /^(1|oui|vrai|true|x|o)$/i.test(included);
    if (goal !== undefined) edit.optimization_goal = GOALS[goal.toLowerCase()] ?? goal;
    yield { line, item_group_id: text(at.product) ?? '', edit, discount, goal };
  }
}

/**
 * « 30 », « 30 % », « 30,0 »: points. « auto » gives the automatic discount back. A workbook keeps « 30 % » as 0.3,
 * which is no discount that a project offers.
 */
function pointsOf(text: string): number | null {
  if (/^auto(matique)?$/i.test(text)) return null;
  const value = Number(text.replace(/[%\s\u202f\u00a0]/g, '').replace(',', '.'));
  return value > 0 && value < 1 ? Math.round(value * 10_000) / 100 : value;
}
