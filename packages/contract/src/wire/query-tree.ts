import {
  COMBINATORS,
  fieldIdOf,
  isTree,
  MAX_QUERY_DEPTH,
  MAX_QUERY_RULES,
  MAX_QUERY_TEXT,
  MAX_QUERY_VALUES,
  OPERATORS,
  type QueryRule,
  type QueryTree,
} from '@palier/domain';
import * as z from 'zod';

/** A field by its id, or by its other name, which is read as its id. */
export const fieldNameSchema = z.string().min(1).max(200).overwrite(fieldIdOf);

const scalarSchema = z.union([z.string().max(MAX_QUERY_TEXT), z.number(), z.boolean()]);

export const queryRuleSchema = z
  .strictObject({
    field: fieldNameSchema,
    operator: z.enum(OPERATORS),
    value: z.union([scalarSchema, z.array(scalarSchema).max(MAX_QUERY_VALUES), z.null()]).optional(),
  })
  .meta({ id: 'QueryRule' });

/** Rules of a tree and its depth (1 for a tree of rules alone), without recursing deeper than allowed. */
function measure(tree: QueryTree, depth = 1): { rules: number; depth: number } {
  let rules = 0;
  let deepest = depth;
  for (const node of tree.rules) {
    if (!isTree(node)) rules += 1;
    else if (depth >= MAX_QUERY_DEPTH) return { rules, depth: depth + 1 };
    else {
      const inner = measure(node, depth + 1);
      rules += inner.rules;
      deepest = Math.max(deepest, inner.depth);
    }
  }
  return { rules, depth: deepest };
}

const nodeSchema: z.ZodType<QueryTree | QueryRule> = z
  .lazy(() => z.union([treeShape, queryRuleSchema]))
  .meta({ id: 'QueryNode' });

const treeShape: z.ZodType<QueryTree> = z
  .strictObject({
    combinator: z.enum(COMBINATORS),
    not: z.boolean().optional(),
    rules: z.array(nodeSchema).max(MAX_QUERY_RULES).meta({ id: 'QueryNodes' }),
  })
  .meta({ id: 'QueryTree', description: 'Arbre ET/OU de règles (champ, opérateur, valeur).' });

/**
 * A query tree of bounded size. Its shape alone is checked here: fields and the types of values are checked
 * against the project's catalogue by `queryFaults`.
 */
export const queryTreeSchema: z.ZodType<QueryTree> = treeShape
  .check((context) => {
    const size = measure(context.value);
    if (size.depth > MAX_QUERY_DEPTH || size.rules > MAX_QUERY_RULES)
      context.issues.push({ code: 'custom', message: 'Requête non valide', input: context.value });
  })
  .meta({
    id: 'Query',
    description: `Arbre ET/OU de règles : ${MAX_QUERY_DEPTH} niveaux et ${MAX_QUERY_RULES} règles au plus.`,
  });
