import type { Optimization, Scenario } from '@palier/contract';
import type { QueryTree } from '@palier/domain';
import type { Generated } from 'kysely';
import type { Json, NullableJson, NullableTime, Time } from './column-types.ts';

type Goal = Scenario['goal'];

export interface ScenarioTable {
  organization_id: string;
  scenario_id: string;
  name: string;
  version: Generated<number>;
  goal: Goal;
  constraints: NullableJson<NonNullable<Scenario['constraints']>>;
  scope: NullableJson<QueryTree>;
  /** Projects it was made for, or has run on; null: of before they were kept. */
  projects: string[] | null;
  /** The three questions' own. */
  simple: Generated<boolean>;
  deleted_at: NullableTime;
  created_at: Time;
}

/** What a run was asked with: its scenario as it was then. */
export interface RunParameters {
  projects: string[];
  constraints: NonNullable<Scenario['constraints']> | null;
  scope: QueryTree | null;
}

export interface OptimizationTable {
  organization_id: string;
  optimization_id: string;
  job_id: string;
  scenario_id: string | null;
  name: string;
  goal: Goal;
  /** Of its letter. */
  place: number;
  parameters: Json<RunParameters>;
  result_overview: NullableJson<NonNullable<Optimization['result_overview']>>;
  created_at: Time;
}

export interface OptimizationProjectTable {
  project_id: string;
  optimization_id: string;
  project_phase: number | null;
  objective_value: number | null;
  gap: number | null;
  in_listing: Generated<boolean>;
  overview: Json<Record<string, unknown>>;
  created_at: Time;
}

export interface OptimizationLineTable {
  project_id: string;
  optimization_id: string;
  discount_id: string;
  discount_pct: number;
  discount_pct_input: number | null;
  next_discount_pcts: Generated<number[]>;
  sales_qty_forecast: number | null;
  is_optimal: boolean;
}
