import type { PriceTemplateBody, SavedPriceTemplate } from '@palier/contract';
import {
  type CsvDialect,
  PRICE_FILE_FIELD_NAMES,
  type PriceRowsBy,
  type PriceTemplateColumn,
  TEMPLATE_FIELD_LABELS,
} from '@palier/domain';

/** A column as it is typed: its value serves a fixed text alone. */
export interface ColumnDraft {
  id: number;
  field: PriceTemplateColumn['field'];
  heading: string;
  value: string;
}

/** A template as it is typed. */
export interface TemplateDraft extends Omit<PriceTemplateBody, 'columns'> {
  columns: ColumnDraft[];
}

export const TEMPLATE_FIELDS: readonly PriceTemplateColumn['field'][] = [
  ...PRICE_FILE_FIELD_NAMES,
  'strikethrough_price',
  'constant',
];

/** A template to be changed; a preset is copied under a name of its own. */
export function draftOf({
  name,
  preset,
  format,
  columns,
  dialect,
  with_excluded,
  rows_by,
}: SavedPriceTemplate): TemplateDraft {
  return {
    ...{ name: preset ? `${name}, copie` : name, format, dialect, with_excluded, rows_by },
    columns: columns.map((column, id) => ({
      ...{ id, field: column.field, heading: column.heading },
      value: column.field === 'constant' ? column.value : '',
    })),
  };
}

export function bodyOf({ columns, ...draft }: TemplateDraft): PriceTemplateBody {
  return {
    ...{ ...draft, name: draft.name.trim() },
    columns: columns.map(({ field, heading, value }) =>
      field === 'constant' ? { field, heading: heading.trim(), value } : { field, heading: heading.trim() },
    ),
  };
}

/** Why a draft cannot be saved; null when it can. */
export function draftFault({ name, columns }: TemplateDraft): string | null {
  if (name.trim() === '') return 'Donnez un nom au modèle.';
  if (columns.length === 0) return 'Un fichier a au moins une colonne.';
  const bare = columns.find(({ heading }) => heading.trim() === '');
  return bare ? `La colonne «\u202f${TEMPLATE_FIELD_LABELS[bare.field]}\u202f» n’a pas de titre.` : null;
}

/** A column added after the others, under its usual heading. */
export function addedColumn(columns: readonly ColumnDraft[]): ColumnDraft {
  const taken = new Set(columns.map(({ field }) => field));
  const field = TEMPLATE_FIELDS.find((one) => !taken.has(one)) ?? 'constant';
  const id = Math.max(-1, ...columns.map((column) => column.id)) + 1;
  return { id, field, heading: TEMPLATE_FIELD_LABELS[field], value: '' };
}

const EXAMPLES: Partial<Record<PriceTemplateColumn['field'], string | number>> = {
  ...{
    item_group_id: 'AU-26E-4512',
    item_id: '3608412004110',
    size: '38',
    title: 'Robe Inès',
    brand: 'Aurelle',
  },
  ...{ price_list: 'Tarif usuel', selling_price: 49.99, prior_price: 39.99, discount_pct: 30 },
  ...{
    announced_pct: 12,
    price: 34.99,
    currency: 'EUR',
    prior_price_date: '2026-06-08',
    first_day: '2026-07-08',
  },
  ...{
    last_day: '2026-07-14',
    phase: 'Démarque 3',
    status: 'Validée',
    prior_price_state: 'Établi',
    reason: '',
  },
  strikethrough_price: 39.99,
};

/** What says where a row is for, in a file of rows by country or place. */
const EXAMPLE_PLACES: Readonly<Record<PriceRowsBy, { places: string; place_name: string }>> = {
  price_list: { places: '', place_name: '' },
  country: { places: 'M01, M02', place_name: 'France' },
  place: { places: 'M01', place_name: 'Lille' },
};

const PRICES: readonly string[] = ['selling_price', 'prior_price', 'price', 'strikethrough_price'];

/** The first lines of a file of the draft, of an example product. */
export function exampleLines({
  columns,
  dialect,
  rows_by,
}: Pick<TemplateDraft, 'columns' | 'dialect' | 'rows_by'>): string {
  const line = (cells: readonly string[]): string => cells.join(dialect.separator);
  const cells = columns.map((column) =>
    column.field === 'constant'
      ? column.value
      : exampleCell({ ...EXAMPLES, ...EXAMPLE_PLACES[rows_by] }[column.field], column.field, dialect),
  );
  return [...(dialect.headings ? [line(columns.map(({ heading }) => heading))] : []), line(cells)].join('\n');
}

function exampleCell(
  value: string | number = '',
  field: PriceTemplateColumn['field'],
  { decimal, date }: CsvDialect,
): string {
  if (typeof value === 'number')
    return (PRICES.includes(field) ? value.toFixed(2) : String(value)).replace('.', decimal);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return value;
  if (date === 'yyyy-mm-dd') return value;
  return date === 'yyyymmdd' ? value.replaceAll('-', '') : value.split('-').reverse().join('/');
}
