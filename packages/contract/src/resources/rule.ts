import { RULE_MAP_TYPES, RULE_STATES } from '@palier/domain';
import * as z from 'zod';
import { countSchema, idSchema, nameSchema, pointsSchema } from '../wire/common.ts';
import { queryTreeSchema } from '../wire/query-tree.ts';

/** One discount, or the span that frames the choice (its shields). */
export const ruleDiscountSchema = z
  .union([pointsSchema, z.strictObject({ min: pointsSchema.nullable(), max: pointsSchema.nullable() })])
  .meta({ id: 'RuleDiscount' });

const editableRule = z.strictObject({
  name: nameSchema,
  query: queryTreeSchema.nullable(),
  discount_spec_by: z.string().max(200).nullable(),
  /**
   * By term for match ('' for products without one), by « low..high » for range (low included, high excluded,
   * either may be left out), under '*' for fixed.
   */
  discount_spec_map: z.record(z.string().max(400), ruleDiscountSchema).nullable(),
  discount_spec_map_type: z.enum(RULE_MAP_TYPES).nullable(),
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
export const ruleChangesSchema = editableRule.partial().meta({ id: 'RuleChanges' });
export type RuleChanges = z.infer<typeof ruleChangesSchema>;

export const rulebookSchema = z
  .object({ data: z.array(ruleSchema), processing_rule_count: countSchema })
  .meta({ id: 'Rulebook' });

/** Products shown with a preview. */
export const RULE_PREVIEW_SIZE = 11;

/** What a rule would do in the rulebook as it is; nothing is written. */
export const rulePreviewSchema = z
  .object({
    /** Products and variants that the query takes. */
    item_group_count: countSchema,
    item_count: countSchema,
    sum_stock_qty: z.number(),
    /** Products of these that the rule says something of. */
    discount_count: countSchema,
    /** Products whose discount in force would change. */
    changed_count: countSchema,
    /** What wins over the rule, and on how many products; rule_id null: the previous discount. */
    conflicts: z.array(
      z.object({ rule_id: idSchema.nullable(), name: z.string(), discount_count: countSchema }),
    ),
    /** The products that hold the most stock. */
    data: z
      .array(
        z.object({
          _id: idSchema,
          item_group_id: idSchema,
          title: z.string().nullable(),
          stock_qty: z.number().nullable(),
          discount_pct: pointsSchema.nullable(),
          new_discount_pct: pointsSchema.nullable(),
          discount_pct_min: pointsSchema.nullable(),
          discount_pct_max: pointsSchema.nullable(),
          /** What wins over the rule here: a name for the screen. */
          overruled_by: z.string().nullable(),
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
