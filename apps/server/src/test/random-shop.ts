import type { DecisionRow } from '@palier/analytics';
import {
  FIELDS,
  type FieldDefinition,
  foldText,
  isDiscountChanged,
  type LinePage,
  losesReview,
  NO_DECISION,
  readField,
} from '@palier/domain';
import {
  newRandom,
  type PlainLine,
  type Random,
  type RandomProject,
} from '../../../../packages/analytics/test/random-project.ts';
import { buildReference, type Reference } from '../../../../packages/analytics/test/reference.ts';
import type { TestApp } from './app.ts';
import type { ShopProduct } from './small-shop.ts';

const NAMES = ['Robe', 'Jupe plissée', 'Pull d’été', 'Écharpe', 'Manteau 100 % laine', "L'Œillet"];

/** Products of every kind, the same for the same seed; prices and costs are known, so that forecasts are. */
export function randomShop(seed: number, count: number): ShopProduct[] {
  const random = newRandom(seed);
  return Array.from({ length: count }, (_, index) => ({
    code: `P${String(index).padStart(3, '0')}`,
    title: `${random.pick(NAMES)} ${random.pick(['noir', 'écru', 'bleu'])}`,
    brand: random.pick(['Lune', 'Éclat', 'eclat', 'Zèbre', '']),
    family: random.pick(['Robes', 'Jupes', 'Mailles']),
    season: random.pick(['E25', 'H25', 'E26']),
    price: random.pick([19.99, 29.99, 29.99, 49.5, 120]),
    cost: random.pick([5, 7.77, 12, 33]),
    sizes: ['S', 'M', 'L'].slice(0, random.below(4)),
    stock: random.pick([0, 3, 10, 10, 45]),
    weekly_sales: random.below(7),
  }));
}

/** The fields that a plain line holds: those that the files and the model settle, under their flat ids. */
const STATIC: readonly FieldDefinition[] = FIELDS.filter(({ source }) => source === 'static');

/**
 * What the listing of a project must answer, kept beside it as plain arrays: the facts as they were first read, and
 * the decisions as they were asked for since.
 */
export class PlainListing {
  readonly project: RandomProject;
  readonly #decisions = new Map<string, DecisionRow>();

  private constructor(project: RandomProject) {
    this.project = project;
    for (const { _id, item_group_id } of project.lines)
      this.#decisions.set(_id, { ...NO_DECISION, discount_id: _id, item_group_id });
  }

  /** Reads the facts of a project whose lines nobody has touched. */
  static async of(test: TestApp, project_id: string): Promise<PlainListing> {
    const fields = STATIC.map(({ id }) => id).join(',');
    const { body } = await test.ask('claire', {
      url: `/api/projects/${project_id}/discounts?size=1000&fields=${fields}`,
    });
    const rows = (body as LinePage).data;
    const lines = rows.map((row): PlainLine => {
      const { _id, item_group_id, title } = row;
      const values = STATIC.flatMap(({ id }): [string, unknown][] => {
        const value = readField(row, id);
        return value === undefined ? [] : [[id, value]];
      });
      const searched = [item_group_id, title, row.brand].filter(Boolean).join(' ');
      return { ...Object.fromEntries(values), _id, item_group_id, search_text: foldText(searched) };
    });
    const curves = rows.flatMap(({ curve }) => curve ?? []);
    if (curves.length !== lines.length) throw new Error('every line needs a curve');
    return new PlainListing({
      ...{
        levels: curves[0]?.levels ?? [],
        catalogue: [...FIELDS],
        lines,
        curves,
        price_endings: [],
        path_phases: 0,
        daily: [],
        sizes: [],
      },
    });
  }

  reference(): Reference {
    return buildReference(this.project, [...this.#decisions.values()]);
  }

  /**
   * The same change on the decisions of some lines; what is no longer the discount reviewed is to be reviewed again, and
   * only a discount that changes is modified by its author.
   */
  decide(ids: readonly string[], change: Partial<DecisionRow>, author: string): void {
    for (const id of ids) {
      const before = this.#decisions.get(id);
      if (!before) continue;
      const decided = { ...before, ...change };
      const by = isDiscountChanged(before, decided) && { discount_pct_update_user: author };
      const after = { ...decided, ...by };
      const lost = change.discount_pct_reviewed === undefined && losesReview(before, after);
      const taken = { discount_pct_reviewed: false, review_lost_by: after.discount_pct_update_user };
      this.#decisions.set(id, { ...after, ...(lost && taken) });
    }
  }

  randomIds(random: Random, share: number): string[] {
    return this.project.lines.filter(() => random.chance(share)).map(({ _id }) => _id);
  }
}
