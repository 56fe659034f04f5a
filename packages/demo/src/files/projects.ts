import type { QueryTree } from '@palier/domain';
import { isoOf } from '../calendar/day.ts';
import { SOLDES } from '../calendar/french-calendar.ts';
import type { ResolvedOptions } from '../options.ts';
import { DATA_DATE } from '../world/collections.ts';
import type { World } from '../world/world.ts';

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
  data_date: string;
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

interface Plan {
  name: string;
  group: string | null;
  leader?: boolean;
  owner: string;
  section: string;
  departments: readonly string[];
}

const BRUME_PLANS: readonly Plan[] = [
  {
    name: 'Soldes été 2026/Femme/Prêt-à-porter',
    group: 'soldes-ete-2026-femme',
    leader: true,
    owner: 'claire.vasseur@maison-brume.fr',
    section: 'Femme',
    departments: ['Prêt-à-porter'],
  },
  {
    name: 'Soldes été 2026/Femme/Chaussures',
    group: 'soldes-ete-2026-femme',
    owner: 'marion.roche@maison-brume.fr',
    section: 'Femme',
    departments: ['Chaussures'],
  },
  {
    name: 'Soldes été 2026/Femme/Maroquinerie et accessoires',
    group: 'soldes-ete-2026-femme',
    owner: 'marion.roche@maison-brume.fr',
    section: 'Femme',
    departments: ['Maroquinerie et accessoires'],
  },
  {
    name: 'Soldes été 2026/Homme/Prêt-à-porter',
    group: null,
    owner: 'claire.vasseur@maison-brume.fr',
    section: 'Homme',
    departments: ['Prêt-à-porter'],
  },
  {
    name: 'Soldes été 2026/Homme/Chaussures',
    group: null,
    owner: 'marion.roche@maison-brume.fr',
    section: 'Homme',
    departments: ['Chaussures'],
  },
  {
    name: 'Soldes été 2026/Enfant/Mode enfant',
    group: null,
    owner: 'marion.roche@maison-brume.fr',
    section: 'Enfant',
    departments: ['Prêt-à-porter', 'Chaussures'],
  },
];

const LISIERE_PLANS: readonly Plan[] = [
  {
    name: 'Soldes été 2026/Femme/Atelier',
    group: null,
    owner: 'paul.berthier@atelier-lisiere.fr',
    section: 'Femme',
    departments: ['Prêt-à-porter', 'Maroquinerie et accessoires'],
  },
  {
    name: 'Soldes été 2026/Homme/Atelier',
    group: null,
    owner: 'paul.berthier@atelier-lisiere.fr',
    section: 'Homme',
    departments: ['Prêt-à-porter'],
  },
];

/** Rounds of the current soldes that are over or running at the data date. */
export function currentRounds(): { phases: ProjectDefinition['phases']; end_date: string; worked: number } {
  const period = SOLDES[SOLDES.length - 1];
  if (!period) throw new RangeError('no soldes in the calendar');
  const phases = period.rounds.map((day, index) => ({
    name: `Démarque ${index + 1}`,
    start_date: isoOf(day),
  }));
  const worked = period.rounds.filter((day) => day <= DATA_DATE).length;
  return { phases, end_date: isoOf(period.end), worked };
}

/** The projects of a retailer; `previous` gives the discounts of the finished and running rounds by product. */
export class ProjectBook {
  private readonly plans: readonly Plan[];
  private readonly previous: Record<string, number[]>[];
  private readonly world: World;

  constructor(options: ResolvedOptions, world: World) {
    this.plans = options.retailer === 'maison_brume' ? BRUME_PLANS : LISIERE_PLANS;
    this.previous = this.plans.map(() => ({}));
    this.world = world;
  }

  /** Notes the discounts of a product of the current collection under the project that sells it. */
  note(item_group_id: string, section: string, department: string, discounts: number[]): void {
    const index = this.plans.findIndex(
      (plan) => plan.section === section && plan.departments.includes(department),
    );
    const record = this.previous[index];
    if (record) record[item_group_id] = discounts;
  }

  definitions(): ProjectDefinition[] {
    return this.plans.map((plan, index) => this.definition(plan, this.previous[index] ?? {}));
  }

  private definition(plan: Plan, previous_discount_pcts: Record<string, number[]>): ProjectDefinition {
    const { phases, end_date, worked } = currentRounds();
    const currency = this.world.style.currency;
    return {
      name: plan.name,
      section: plan.section,
      project_group_id: plan.group,
      is_project_group_leader: plan.leader ?? false,
      owner: plan.owner,
      data_date: isoOf(DATA_DATE),
      season_start_date: '2026-01-01',
      end_date,
      phases,
      working_phase: worked,
      discount_pct_range: [20, 30, 40, 50, 60],
      discount_step: 10,
      catalog_currency: currency,
      accounting_currency: currency,
      catalog: { include_stock_on_order: true },
      use_third_party_forecast: false,
      objective: {
        discount_pct_distribution: { 0: 3, 20: 8, 30: 24, 40: 42, 50: 18, 60: 5 },
        discount_pct_distribution_params: { basis: 'discount_count', tolerance_pct: 5 },
        discount_pct_allocation_priority: 'stock_coverage',
      },
      selection: this.selection(plan),
      previous_discount_pcts,
    };
  }

  private selection(plan: Plan): ProjectSelection {
    return {
      inventories: [],
      price_list_id: 'FR',
      sales_locations: [],
      on_order_periods: ['2026-07'],
      item_query: {
        combinator: 'and',
        rules: [
          { field: 'section', operator: 'equals', value: plan.section },
          { field: 'family', operator: 'in', value: this.familiesOf(plan) },
          { field: 'last_season', operator: 'equals', value: 'Été 2026' },
        ],
      },
    };
  }

  private familiesOf(plan: Plan): string[] {
    const families = this.world.style.subfamilies
      .filter((one) => one.section === plan.section && plan.departments.includes(one.department))
      .map((one) => one.family);
    return [...new Set(families)];
  }
}
