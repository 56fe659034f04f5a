import type { NewRuleSet } from '@palier/contract';
import type { QueryTree, RuleDiscount, RuleMapType, RuleState } from '@palier/domain';
import type { Generated } from 'kysely';
import type { Json, NullableJson, Time } from './column-types.ts';

export interface RuleTable {
  project_id: string;
  rule_id: string;
  name: string;
  query: NullableJson<QueryTree>;
  discount_spec_by: string | null;
  discount_spec_map: NullableJson<Record<string, RuleDiscount>>;
  discount_spec_map_type: RuleMapType | null;
  position: number;
  state: RuleState;
  discount_count: number | null;
  active: Generated<boolean>;
}

/** What a rule was: what may be edited of it, and where it stood in its life. */
export interface RuleContents {
  name: string;
  query: QueryTree | null;
  discount_spec_by: string | null;
  discount_spec_map: Record<string, RuleDiscount> | null;
  discount_spec_map_type: RuleMapType | null;
  active: boolean;
  position: number;
  state: RuleState;
  discount_count: number | null;
}

export interface RuleVersionTable {
  project_id: string;
  rule_id: string;
  version: number;
  at: Time;
  user_name: string;
  action: 'created' | 'edited' | 'deleted';
  content: Json<RuleContents>;
  pending: Generated<boolean>;
}

export interface RuleLineTable {
  project_id: string;
  /** The phase that was worked when rules were processed. */
  project_phase: Generated<number>;
  discount_id: string;
  base_discount_pct_auto: number | null;
  given_discount_pct_auto: number;
}

/** Rules kept for other projects. */
export interface RuleSetTable {
  organization_id: string;
  rule_set_id: string;
  name: string;
  rules: Json<NewRuleSet['rules']>;
  user_name: string;
  created_at: Time;
}
