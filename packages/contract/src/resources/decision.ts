import {
  DECISION_LIST,
  type Decision,
  type DecisionName,
  type DecisionSqlType,
  EDITED_COLUMNS,
} from '@palier/domain';
import * as z from 'zod';
import { idSchema, instantSchema, pointsSchema } from '../wire/common.ts';

const SCHEMAS: Readonly<Record<DecisionSqlType, z.ZodType>> = {
  boolean: z.boolean(),
  integer: z.int(),
  text: z.string(),
  timestamptz: instantSchema,
  bigint: z.int(),
  'integer[]': z.array(z.int()),
  'uuid[]': z.array(idSchema),
};
const POINTS: Partial<typeof SCHEMAS> = { integer: pointsSchema, 'integer[]': z.array(pointsSchema) };
/** A text that a user sends is bounded. */
const SENT: Partial<typeof SCHEMAS> = { text: z.string().max(200) };

type Shaped<N extends DecisionName> = { [K in N]: z.ZodOptional<z.ZodType<Decision[K]>> };

function shapeOf<N extends DecisionName>(names: readonly N[], own: Partial<typeof SCHEMAS> = {}): Shaped<N> {
  const wanted: ReadonlySet<DecisionName> = new Set(names);
  const entries = DECISION_LIST.flatMap(({ name, sql, initial, points }) => {
    if (!wanted.has(name)) return [];
    const schema = own[sql] ?? (points && POINTS[sql]) ?? SCHEMAS[sql];
    return [[name, (initial === null ? schema.nullable() : schema).optional()]];
  });
  return Object.fromEntries(entries) as Shaped<N>;
}

/** A line's decision, out of the domain's list; an answer may leave fields out. */
export const decisionShape = shapeOf(DECISION_LIST.map(({ name }) => name));

/** What an edit may set of it. */
export const editShape = shapeOf(EDITED_COLUMNS, SENT);
