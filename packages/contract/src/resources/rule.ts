import { RULE_MAP_TYPES, RULE_STATES } from '@palier/domain';
import * as z from 'zod';
import { countSchema, idSchema, instantSchema, nameSchema, pointsSchema } from '../wire/common.ts';
import { queryTreeSchema } from '../wire/query-tree.ts';

/** Most rules of a project. */
export const MAX_RULES = 200;

/** One discount, or the span that frames the choice (its shields). */
export const ruleDiscountSchema = z
  .union([pointsSchema, z.strictObject({ min: pointsSchema.nullable(), max: pointsSchema.nullable() })])
  .meta({ id: 'RuleDiscount' });

const editableRule = z.strictObject({
  name: nameSchema,
  query: queryTreeSchema.nullable(),
  discount_spec_by: z.string().max(200).nullable(),
  /**
   * By term for match ('' for products without one, '*' for the terms that are not named), by « low..high » for range (low included, high excluded,
   * either may be left out), under '*' for fixed.
   */
  discount_spec_map: z.record(z.string().max(400), ruleDiscountSchema).nullable(),
  discount_spec_map_type: z.enum(RULE_MAP_TYPES).nullable(),
  /** A rule that is off says nothing of any product; it keeps its place. */
  active: z.boolean(),
  /** Place in the rulebook from 0; the higher rule, of the smaller position, wins over those below. */
  position: z.int().min(0),
});

export const ruleSchema = editableRule
  .strip()
  .extend({
    _id: idSchema,
    state: z.enum(RULE_STATES),
    /** Products the rule took last time it was processed. */
    discount_count: countSchema.nullable().optional(),
  })
  .meta({ id: 'Rule' });
export type Rule = z.infer<typeof ruleSchema>;

/** A new rule brings its own id, or receives one. */
export const newRuleSchema = editableRule
  .partial()
  .extend({ _id: idSchema.optional() })
  .meta({ id: 'NewRule' });
export type NewRule = z.infer<typeof newRuleSchema>;
export const ruleChangesSchema = editableRule
  .partial()
  .extend({
    /** The rule that it is to stand just above, wherever that is by then; null: below all. In the place of `position`. */
    before: idSchema.nullable().optional(),
  })
  .meta({ id: 'RuleChanges' });
export type RuleChanges = z.infer<typeof ruleChangesSchema>;

/** How the rulebook was last applied. */
const ruleProcessingSchema = z.object({
  finished_at: instantSchema,
  duration_ms: countSchema,
  /** Why it failed, in a sentence; null when it did not. */
  error: z.string().nullable(),
});

export const rulebookSchema = z
  .object({
    data: z.array(ruleSchema),
    processing_rule_count: countSchema,
    /** Rules deleted since the rulebook was last applied, whose effect is still there. */
    removed_rule_count: countSchema,
    /** n of the next « Règle #n »: no rule has it, or ever had. */
    next_rule_number: z.int().min(1),
    last_processing: ruleProcessingSchema.nullable(),
  })
  .meta({ id: 'Rulebook' });
export type Rulebook = z.infer<typeof rulebookSchema>;

/** Products shown with a preview. */
export const RULE_PREVIEW_SIZE = 11;

/** Figures of some products to the project's end, under their discounts of now or others; null where unknown. */
const ruleFiguresSchema = z.object({
  sales: z.number().nullable(),
  profit_after_leftovers: z.number().nullable(),
  /** Units left at the end. */
  stock: z.number().nullable(),
  /** What discounts cost of the price, tax included. */
  discount_budget: z.number().nullable(),
});
export type RuleFigures = z.infer<typeof ruleFiguresSchema>;

/** What a rule would do in the rulebook as it is; nothing is written. */
export const rulePreviewSchema = z
  .object({
    /** Products and variants that the query takes. */
    item_group_count: countSchema,
    item_count: countSchema,
    /** Families and pieces of those that the rule says something of; of all of these while it says nothing. */
    family_count: countSchema,
    sum_stock_qty: z.number(),
    /** Products of these that the rule says something of. */
    discount_count: countSchema,
    /** Products whose discount in force would change. */
    changed_count: countSchema,
    /** What wins over the rule, and on how many products; rule_id null: the previous discount. */
    conflicts: z.array(
      z.object({ rule_id: idSchema.nullable(), name: z.string(), discount_count: countSchema }),
    ),
    /** These products, included ones alone, now and once the rulebook is applied; null without demand curves. */
    effect: z.object({ before: ruleFiguresSchema, after: ruleFiguresSchema }).nullable(),
    /** Those of the longest cover, then of the most stock. */
    data: z
      .array(
        z.object({
          _id: idSchema,
          item_group_id: idSchema,
          title: z.string().nullable(),
          image_url: z.string().nullable(),
          stock_qty: z.number().nullable(),
          stock_coverage_weeks: z.number().nullable(),
          /** Discount of the phase before; null when there was none. */
          previous_discount_pct: pointsSchema.nullable(),
          discount_pct: pointsSchema.nullable(),
          new_discount_pct: pointsSchema.nullable(),
          discount_pct_min: pointsSchema.nullable(),
          discount_pct_max: pointsSchema.nullable(),
          /** What wins over the rule here: a name for the screen. */
          overruled_by: z.string().nullable(),
          /** The rule that does; null for the previous discount, or when nothing does. */
          overruled_by_rule_id: idSchema.nullable(),
          /** The rule that the new discount comes from; null where it is a choice that no rule moves. */
          decided_by_rule_id: idSchema.nullable(),
        }),
      )
      .max(RULE_PREVIEW_SIZE),
  })
  .meta({ id: 'RulePreview' });
export type RulePreview = z.infer<typeof rulePreviewSchema>;

/** What a rule does to one line: what the line would be without it, the other rules kept; nothing is written. */
export const ruleEffectSchema = z
  .object({
    rule_id: idSchema,
    name: nameSchema,
    /** The products that it takes, as the listing filters them; null for all. */
    query: queryTreeSchema.nullable(),
    /** How many it took when rules were last applied. */
    discount_count: countSchema.nullable(),
    /** What it asks of the line. */
    discount: ruleDiscountSchema,
    /** What wins over it here: a name for the screen. */
    overruled_by: z.string().nullable(),
    without: z.object({
      discount_pct: pointsSchema.nullable(),
      discount_pct_min: pointsSchema.nullable(),
      discount_pct_max: pointsSchema.nullable(),
    }),
  })
  .meta({ id: 'RuleEffect' });
export type RuleEffect = z.infer<typeof ruleEffectSchema>;

/** What a remedy would change to the end, of the products that it moves. */
const remedyEffectSchema = z
  .object({ profit_after_leftovers: z.number(), discount_budget: z.number() })
  .nullable();

/** A rule that others, or the previous discount, keep from what it asks, on some of its products. */
export const ruleConflictSchema = z.object({
  rule_id: idSchema,
  /** What wins; null: the previous discount. */
  winner_id: idSchema.nullable(),
  /** What the rule asks of these products; null when it is not the same of all. */
  asked: ruleDiscountSchema.nullable(),
  /** What the winner asks of them; null when it is not the same of all, or the previous discount wins. */
  winner_asked: ruleDiscountSchema.nullable(),
  discount_count: countSchema,
  /** Their discounts once the rulebook is applied, from the least to the most; null when they have none. */
  discount_pct_min: pointsSchema.nullable(),
  discount_pct_max: pointsSchema.nullable(),
  /** Codes of these products, the first of them. */
  item_group_ids: z.array(z.string()),
  /** What the rule above its winner would change; null when unknown. */
  swap: remedyEffectSchema,
  /** What leaving these products out of the rule would change; null when unknown. */
  exclude: remedyEffectSchema,
});
export type RuleConflict = z.infer<typeof ruleConflictSchema>;

/** What the rulebook does as it stands, applied or not; nothing is written. */
export const ruleSummarySchema = z
  .object({
    data: z.array(
      z.object({
        rule_id: idSchema,
        name: nameSchema,
        state: z.enum(RULE_STATES),
        /** Products that it says something of. */
        discount_count: countSchema,
        /**
         * What the best « marge après invendus » of its products would gain to the end without it, the other rules
         * kept, at the prices of `priced_by`; null for a rule that is off, without demand curves, and for who may not
         * see costs.
         */
        merit_cost: z.number().nullable(),
        /** What is wrong with it, in a sentence: a field that the project no longer has, a discount no longer offered. */
        fault: z.string().nullable(),
      }),
    ),
    conflicts: z.array(ruleConflictSchema),
    /** The run whose shadow prices costs are counted at: that of the plan in force, when its rules bind; null: none. */
    priced_by: z.string().nullable(),
  })
  .meta({ id: 'RuleSummary' });
export type RuleSummary = z.infer<typeof ruleSummarySchema>;

/** What a rule was, after a change of it. */
export const ruleVersionSchema = z
  .object({
    version: z.int().min(1),
    at: instantSchema,
    user_name: z.string(),
    action: z.enum(['created', 'edited', 'deleted']),
    content: editableRule.strip(),
  })
  .meta({ id: 'RuleVersion' });
export type RuleVersion = z.infer<typeof ruleVersionSchema>;

/** A rule as it is kept apart from a project. */
export const setRuleSchema = editableRule.omit({ position: true });

/** Rules kept for other projects, in order. */
export const ruleSetSchema = z
  .object({
    _id: idSchema,
    name: nameSchema,
    rules: z.array(setRuleSchema.strip()).max(MAX_RULES),
    created_at: instantSchema,
    user_name: z.string(),
  })
  .meta({ id: 'RuleSet' });
export type RuleSet = z.infer<typeof ruleSetSchema>;
export const newRuleSetSchema = z
  .strictObject({ name: nameSchema, rules: z.array(setRuleSchema).min(1).max(MAX_RULES) })
  .meta({ id: 'NewRuleSet' });
export type NewRuleSet = z.infer<typeof newRuleSetSchema>;
