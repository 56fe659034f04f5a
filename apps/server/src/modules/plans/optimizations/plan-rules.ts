import type { Scenario } from '@palier/contract';

/** What a plan must respect: a scenario's constraints, or nothing. */
export type PlanRules = NonNullable<Scenario['constraints']>;
