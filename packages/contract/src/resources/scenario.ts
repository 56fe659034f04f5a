import { OPTIMIZATION_GOALS } from '@palier/domain';
import * as z from 'zod';
import { daySchema, idSchema, nameSchema, pointsSchema } from '../wire/common.ts';
import { queryTreeSchema } from '../wire/query-tree.ts';

const nullableAmount = z.number().min(0).nullable();

/** What a plan must respect. Everything is optional. */
export const constraintsSchema = z
  .strictObject({
    /** Share at each discount, in points, as in a project's objective. */
    discount_pct_distribution: z.record(z.string().regex(/^\d{1,3}$/), pointsSchema).nullable(),
    distribution_basis: z.enum(['discount_count', 'sum_stock_qty']),
    distribution_tolerance_pct: pointsSchema,
    /** Most that discounts may cost, in catalogue currency. */
    discount_budget: nullableAmount,
    /** What the budget pays: the worked phase alone, or every phase left (when left out). */
    discount_budget_horizon: z.enum(['phase', 'all']),
    sell_through_target_pct: pointsSchema.nullable(),
    /** The target must be met; otherwise it is approached, at a price. */
    sell_through_hard: z.boolean(),
    /** The target holds at the end of the last phase that ends by this day; left out: at the end of the project. */
    sell_through_by_date: daySchema.nullable(),
    minimum_profit: z.number().nullable(),
    /** Least « marge après invendus » of the plan. */
    minimum_merit: z.number().nullable(),
    maximum_discount_pct: pointsSchema.nullable(),
    /** Lines of the same value of this field receive the same discount. */
    same_discount_by: z.string().max(200).nullable(),
    /** Left out: as the project says, and refused outside the soldes. */
    never_below_cost: z.boolean(),
    keep_discount_pct_user: z.boolean(),
    /** Each project of a run keeps the rules on its own; otherwise they hold over all of them together. */
    per_project: z.boolean(),
  })
  .partial()
  .meta({ id: 'Constraints' });

const editableScenario = z.strictObject({
  name: nameSchema,
  goal: z.enum(OPTIMIZATION_GOALS),
  constraints: constraintsSchema.nullable(),
  /** Lines the scenario is about; all when null. */
  scope: queryTreeSchema.nullable(),
  /** Projects that it is for: those of the collection where it was made, and those it has run on; null: all. */
  projects: z.array(idSchema).max(100).nullable(),
  /** The scenario that the three questions keep for themselves. */
  simple: z.boolean(),
});

export const scenarioSchema = editableScenario
  .strip()
  .partial({ constraints: true, scope: true, projects: true, simple: true })
  .extend({ _id: idSchema, version: z.int().min(1) })
  .meta({ id: 'Scenario' });
export type Scenario = z.infer<typeof scenarioSchema>;

export const newScenarioSchema = editableScenario
  .partial({ goal: true, constraints: true, scope: true, projects: true, simple: true })
  .meta({ id: 'NewScenario' });
export const scenarioChangesSchema = editableScenario.partial().meta({ id: 'ScenarioChanges' });
