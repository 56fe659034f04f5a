import { type FieldDefinition, fieldLabel } from '@palier/domain';
import { ApiError } from '../../../http/errors.ts';
import { LEVEL_HEADING, listingHeadings } from '../../exports/index.ts';
import { columnOf, plainHeading, type Table } from '../../files/index.ts';

const headingOf = (field: string): string => plainHeading(fieldLabel(field));

/**
 * Plain headings by what they say, the surest first: in the listing's own export « Démarque choisie (%) » is what was
 * chosen and « Démarque (%) » what follows from it.
 */
const NAMES = {
  product: ['item_group_id', 'code_produit', 'reference', 'produit', 'code'],
  discount: [
    headingOf('discount_pct_user'),
    ...['discount_pct_user', 'discount_pct', 'demarque', 'demarque_pct', 'taux', 'remise'],
  ],
  included: ['included', headingOf('included'), 'inclusion'],
  goal: ['optimization_goal', 'objectif', headingOf('optimization_goal')],
  comment: ['comment', headingOf('discount_pct_update_description'), 'raison'],
} as const;
export type Role = keyof typeof NAMES;

/** Only the listing's own export has them both: a hand-made file says nothing of where a discount comes from. */
const LISTING_SIGNS = [headingOf('discount_pct_user'), headingOf('discount_kind')];
const EFFECTIVE = headingOf('discount_pct');
const LEVEL = plainHeading(LEVEL_HEADING);

/** Plain headings of the columns whose cells matter. */
export const HEADINGS: readonly string[] = [...Object.values(NAMES).flat(), EFFECTIVE, LEVEL];

/** What the headings of a file mean. Positions are -1 where there is no such column. */
export interface Headings {
  at: Record<Role, number>;
  /** The listing's own export: an empty cell there is one that was emptied. */
  is_listing: boolean;
  /** In the listing's export: the discount that follows from the chosen one, and what tells groups from products. */
  effective: number;
  level: number;
  /** Columns that are not read: those that the listing computes, and headings that nobody knows. */
  computed: string[];
  unknown: string[];
}

/** @throws 422 invalid_file when the table names no product or changes nothing, naming what it has */
export function readHeadings(name: string, table: Table, fields: readonly FieldDefinition[]): Headings {
  const { headings } = table;
  const at = {
    product: columnOf(headings, NAMES.product),
    discount: columnOf(headings, NAMES.discount),
    included: columnOf(headings, NAMES.included),
    goal: columnOf(headings, NAMES.goal),
    comment: columnOf(headings, NAMES.comment),
  };
  const found = `Titres lus : ${headings.filter(Boolean).join(', ') || 'aucun'}.`;
  if (at.product < 0)
    throw new ApiError('invalid_file', `Le fichier ${name} n’a pas de colonne « code_produit ». ${found}`);
  if ([at.discount, at.included, at.goal, at.comment].every((position) => position < 0)) {
    const none = 'n’a ni démarque, ni inclusion, ni objectif, ni commentaire';
    throw new ApiError('invalid_file', `Le fichier ${name} ${none}. ${found}`);
  }
  const is_listing = LISTING_SIGNS.every((sign) => columnOf(headings, [sign]) >= 0);
  const written = new Set(listingHeadings(fields).map(plainHeading));
  const read = new Set(Object.values(at));
  const others = headings.filter((heading, position) => heading !== '' && !read.has(position));
  const isComputed = (heading: string): boolean => is_listing && written.has(plainHeading(heading));
  return {
    ...{ at, is_listing },
    effective: is_listing ? columnOf(headings, [EFFECTIVE]) : -1,
    level: is_listing ? columnOf(headings, [LEVEL]) : -1,
    computed: others.filter(isComputed),
    unknown: others.filter((heading) => !isComputed(heading)),
  };
}
