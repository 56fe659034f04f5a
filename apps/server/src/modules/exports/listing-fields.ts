import {
  COLUMNS,
  type ColumnDefinition,
  EDITED_COLUMNS,
  type FieldDefinition,
  findColumn,
  sectionLabel,
} from '@palier/domain';

/** A column of the file: one field of the lines, or the line's share of the whole stock. */
export interface ExportField {
  field: FieldDefinition;
  label: string;
  width: number;
  share: boolean;
}

/** What decides the columns of an exported listing. */
export interface FieldRequest {
  /** Columns of the listing, or fields, in order. Unknown ones are left out: a view may know older ones. */
  columns: readonly string[];
  /** Fields exported beside the product's code and title. */
  featured: readonly string[];
  /** The project's fields. */
  fields: readonly FieldDefinition[];
  unavailable: readonly string[];
}

/** Columns of a grouped file beside its fields. */
export const LEVEL_HEADING = 'Niveau';
export const COUNT_HEADING = 'Produits';
/** Say the currency of the amounts of a file, and that of its costs and margins. */
export const CURRENCY_HEADING = 'Devise';
export const COST_CURRENCY_HEADING = 'Devise des coûts';
/** Begins the level of a group's row. */
export const GROUP_LEVEL = 'Groupe';

const CODE_AND_TITLE = ['item_group_id', 'title'];
const STATE = [
  'included',
  'previous_discount_pct',
  'discount_pct',
  'discount_kind',
  'discount_pct_user',
  'discount_pct_min',
  'discount_pct_max',
  'next_discount_pct',
  'discount_pct_reviewed',
  'applied_discount_rule_ids',
];
/** Columns that stand in every listing, whatever the view. */
const MANAGED = COLUMNS.filter(({ read_only, edition }) => read_only && !edition).map(({ id }) => id);
const LISTS_AS_TEXT = new Set(['tags', 'item_id', 'size', 'applied_discount_rule_ids']);
const PIXELS_PER_CHARACTER = 7;
const FIELD_WIDTH = 16;
const TITLE_WIDTH = 42;

interface Part {
  id: string;
  label: string | null;
  width: number;
  share: boolean;
  column: ColumnDefinition | null;
}

/** The file's columns: the product's first, then the view's, the discount's last; each field once. */
export function exportFields({ columns, featured, fields, unavailable }: FieldRequest): ExportField[] {
  const withheld = new Set(unavailable);
  const known = new Map(fields.filter((field) => !withheld.has(field.id)).map((field) => [field.id, field]));
  const chosen = [...new Set(['product', ...columns.filter((id) => !MANAGED.includes(id)), ...MANAGED])];
  const parts = chosen.flatMap((id) => partsOf(id, featured));
  const unique = new Map<string, Part>();
  for (const part of parts) {
    const field = known.get(part.id);
    const key = `${part.id}${part.share ? '%' : ''}`;
    if (field && isExportable(field) && !unique.has(key)) unique.set(key, part);
  }
  return labelFields([...unique.values()], known);
}

/** The fields that the columns of a file are read from: where a discount comes from is said with what was proposed. */
export function readFields(columns: readonly ExportField[]): string[] {
  const ids = columns.map(({ field }) => field.id);
  return [...new Set([...ids, ...(ids.includes('discount_kind') ? ['discount_pct_opti'] : [])])];
}

function partsOf(id: string, featured: readonly string[]): Part[] {
  const column = findColumn(id) ?? null;
  if (!column) return [{ id, label: null, width: FIELD_WIDTH, share: false, column }];
  const share = column.product_view === 'share';
  const ids = fieldsOf(column, featured);
  // A drawing of discounts is, of one product, the discount itself.
  const single = ids.length === 1 && column.id !== 'product' && column.id !== 'discountDistribution';
  return ids.map((field) => ({
    id: field,
    label: single ? column.label : null,
    width: field === 'title' ? TITLE_WIDTH : single ? column.width / PIXELS_PER_CHARACTER : FIELD_WIDTH,
    share,
    column,
  }));
}

function fieldsOf(column: ColumnDefinition, featured: readonly string[]): readonly string[] {
  if (column.id === 'product') return [...new Set([...CODE_AND_TITLE, ...featured])];
  if (column.id === 'discountState') return STATE;
  // What completes a drawing is not a column of its own: the ratio or the first figure says it.
  const [first] = column.fields;
  const isDrawn = column.product_view === 'completion' || column.product_view === 'percent';
  return isDrawn && first !== undefined ? [first] : column.fields;
}

function isExportable(field: FieldDefinition): boolean {
  if (field.technical || field.id === 'image_url') return false;
  return field.type !== 'list' || LISTS_AS_TEXT.has(field.id);
}

/** What a file that comes back is read by keeps its plain heading, whatever a retailer's own fields are called. */
const READ_BACK: ReadonlySet<string> = new Set(['item_group_id', 'discount_pct', ...EDITED_COLUMNS]);

/** Names that several sections give a column of theirs: alone, « CA » does not say whether it is forecast or realised. */
const SHARED_LABELS: ReadonlySet<string> = new Set(
  COLUMNS.filter(({ id, label }) => COLUMNS.some((other) => other.label === label && other.id !== id)).map(
    ({ label }) => label,
  ),
);

/** Columns with the same name, in the file or in the listing, are distinguished by their section. */
function labelFields(parts: readonly Part[], known: ReadonlyMap<string, FieldDefinition>): ExportField[] {
  const named = parts.flatMap((part) => {
    const field = known.get(part.id);
    const isShared = part.label !== null && SHARED_LABELS.has(part.label);
    return field ? [{ ...part, field, isShared, label: part.label ?? field.label }] : [];
  });
  const counts = new Map<string, number>();
  for (const { label } of named) counts.set(label, (counts.get(label) ?? 0) + 1);
  return named.map(({ field, label, width, share, column, isShared }) => {
    const isRepeated = isShared || (counts.get(label) ?? 0) > 1;
    const section = sectionLabel(column?.section ?? field.section);
    const isPlain = READ_BACK.has(field.id) && !share;
    const whole = isRepeated && !isPlain ? `${section} : ${label}` : label;
    const isPoints = field.type === 'percent' || share;
    return {
      field,
      share,
      label: isPoints ? inPoints(whole) : whole,
      width: Math.round(Math.max(10, width)),
    };
  });
}

const inPoints = (label: string): string => (label.includes('%') ? label : `${label} (%)`);

/** Every heading that an export of a listing with these fields may have. */
export function listingHeadings(fields: readonly FieldDefinition[]): string[] {
  const named = [
    ...fields.map(({ label, section }) => ({ label, section })),
    ...COLUMNS.map(({ label, section }) => ({ label, section })),
  ];
  return [LEVEL_HEADING, COUNT_HEADING, CURRENCY_HEADING, COST_CURRENCY_HEADING].concat(
    named.flatMap(({ label, section }) =>
      [label, `${sectionLabel(section)} : ${label}`].flatMap((one) => [one, inPoints(one)]),
    ),
  );
}
