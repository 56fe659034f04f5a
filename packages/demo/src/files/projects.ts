import type { QueryRule, QueryTree } from '@palier/domain';
import { type Day, isoOf } from '../calendar/day.ts';
import type { ResolvedOptions } from '../options.ts';
import type { DiscountStep } from '../world/markdowns.ts';
import type { Product } from '../world/product.ts';
import type { World } from '../world/world.ts';
import type { Operation } from './operations.ts';
import { countedDays, LAST_SUMMER, PRIVATE_SALE, roundDiscounts, SUMMER, WINTER } from './operations.ts';

/** A project as the file of project definitions gives it: what POST /projects takes, and what came before. */
export interface ProjectDefinition {
  /** operation/subdivision/name. */
  name: string;
  section: string;
  /** Projects with the same value are one group; one of them leads it. */
  project_group_id: string | null;
  is_project_group_leader: boolean;
  /** E-mail of the person in charge. */
  owner: string;
  /** None: the project follows the data as they come. */
  data_date: null;
  season_start_date: string;
  /** The day after the last day of the last phase. */
  end_date: string;
  phases: { name: string; start_date: string }[];
  /** Zero-based index of the phase being decided. */
  working_phase: number | null;
  discount_pct_range: number[];
  discount_step: 5 | 10;
  catalog_currency: string;
  accounting_currency: string;
  catalog: { include_stock_on_order: boolean };
  use_third_party_forecast: boolean;
  objective: {
    discount_pct_distribution: Record<string, number>;
    discount_pct_distribution_params: { basis: 'discount_count'; tolerance_pct: number };
    discount_pct_allocation_priority: 'stock_coverage';
  };
  selection: ProjectSelection;
  /** Discounts of the rounds before the worked one, in points, by product. */
  previous_discount_pcts: Record<string, number[]>;
}

/** What a project takes from the warehouse; an empty list takes everything. */
export interface ProjectSelection {
  inventories: string[];
  price_list_id: string;
  sales_locations: string[];
  /** Months of delivery that count as stock on order, `2026-07`. */
  on_order_periods: string[];
  item_query: QueryTree;
}

/** A project to be: its operation, its place in the shops, who runs it. */
interface Plan {
  operation: Operation;
  /** subdivision/name. */
  path: string;
  group: string | null;
  leader: boolean;
  owner: string;
  section: string;
  departments: readonly string[];
}

const CLAIRE = 'claire.vasseur@maison-brume.fr';
const MARION = 'marion.roche@maison-brume.fr';
const PAUL = 'paul.berthier@atelier-lisiere.fr';
const CLOTHES = 'Prêt-à-porter';
const SHOES = 'Chaussures';
const LEATHER = 'Maroquinerie et accessoires';
const WOMEN_GROUP = 'soldes-ete-2026-femme';
const MEN_GROUP = 'soldes-ete-2026-homme';

function plan(
  operation: Operation,
  path: string,
  owner: string,
  departments: readonly string[],
  group: string | null = null,
): Plan {
  const [section = ''] = path.split('/');
  return {
    operation,
    path,
    owner,
    departments,
    group,
    section,
    leader: group !== null && departments.includes(CLOTHES),
  };
}

const BRUME_PLANS: readonly Plan[] = [
  plan(SUMMER, 'Femme/Prêt-à-porter', CLAIRE, [CLOTHES], WOMEN_GROUP),
  plan(SUMMER, 'Femme/Chaussures', MARION, [SHOES], WOMEN_GROUP),
  plan(SUMMER, 'Femme/Maroquinerie et accessoires', MARION, [LEATHER], WOMEN_GROUP),
  plan(SUMMER, 'Homme/Prêt-à-porter', CLAIRE, [CLOTHES], MEN_GROUP),
  plan(SUMMER, 'Homme/Chaussures', MARION, [SHOES], MEN_GROUP),
  plan(SUMMER, 'Enfant/Mode enfant', MARION, [CLOTHES, SHOES]),
  plan(PRIVATE_SALE, 'Femme/Prêt-à-porter', CLAIRE, [CLOTHES]),
  plan(WINTER, 'Femme/Prêt-à-porter', CLAIRE, [CLOTHES]),
  plan(LAST_SUMMER, 'Femme/Prêt-à-porter', CLAIRE, [CLOTHES]),
];

const LISIERE_PLANS: readonly Plan[] = [
  plan(SUMMER, 'Femme/Atelier', PAUL, [CLOTHES, LEATHER]),
  plan(SUMMER, 'Homme/Atelier', PAUL, [CLOTHES]),
];

function takes({ section, departments, operation }: Plan, product: Product): boolean {
  const { subfamily } = product;
  return (
    section === subfamily.section && departments.includes(subfamily.department) && operation.takes(product)
  );
}

/** The projects of a retailer, with the discounts that their products had in the rounds before the worked one. */
export class ProjectBook {
  readonly #plans: readonly Plan[];
  readonly #previous: Record<string, number[]>[];
  readonly #world: World;

  constructor(options: ResolvedOptions, world: World) {
    this.#plans = options.retailer === 'maison_brume' ? BRUME_PLANS : LISIERE_PLANS;
    this.#previous = this.#plans.map(() => ({}));
    this.#world = world;
  }

  /** The evenings on which a product was counted: of the operations that are over and took it. */
  countDays(product: Product): Day[] {
    return this.#plans
      .filter((one) => one.operation.working_phase === null && takes(one, product))
      .flatMap(({ operation }) => countedDays(operation));
  }

  /** Notes the discounts of a product under every project that takes it. */
  note(product: Product, discounts: readonly DiscountStep[]): void {
    this.#plans.forEach((one, index) => {
      const record = this.#previous[index];
      if (takes(one, product) && record)
        record[product.item_group_id] = roundDiscounts(one.operation, discounts);
    });
  }

  definitions(): ProjectDefinition[] {
    return this.#plans.map((one, index) => this.#definition(one, this.#previous[index] ?? {}));
  }

  #definition(one: Plan, previous_discount_pcts: Record<string, number[]>): ProjectDefinition {
    const { operation } = one;
    const currency = this.#world.style.currency;
    return {
      name: `${operation.name}/${one.path}`,
      section: one.section,
      project_group_id: one.group,
      is_project_group_leader: one.leader,
      owner: one.owner,
      data_date: null,
      season_start_date: operation.season_start_date,
      end_date: isoOf(operation.end),
      phases: operation.rounds.map((day, index) => ({
        name: `${operation.phase} ${index + 1}`,
        start_date: isoOf(day),
      })),
      working_phase: operation.working_phase,
      discount_pct_range: [...operation.range],
      discount_step: 10,
      catalog_currency: currency,
      accounting_currency: currency,
      catalog: { include_stock_on_order: true },
      use_third_party_forecast: false,
      objective: {
        discount_pct_distribution: { ...operation.distribution },
        discount_pct_distribution_params: { basis: 'discount_count', tolerance_pct: 5 },
        discount_pct_allocation_priority: 'stock_coverage',
      },
      selection: this.#selection(one),
      previous_discount_pcts,
    };
  }

  #selection(one: Plan): ProjectSelection {
    const rules: QueryRule[] = [
      { field: 'section', operator: 'equals', value: one.section },
      { field: 'family', operator: 'in', value: this.#familiesOf(one) },
      one.operation.season,
    ];
    return {
      inventories: [],
      price_list_id: 'FR',
      sales_locations: [],
      on_order_periods: ['2026-07'],
      item_query: { combinator: 'and', rules },
    };
  }

  #familiesOf(one: Plan): string[] {
    const families = this.#world.style.subfamilies
      .filter(
        (subfamily) => subfamily.section === one.section && one.departments.includes(subfamily.department),
      )
      .map((subfamily) => subfamily.family);
    return [...new Set(families)];
  }
}
