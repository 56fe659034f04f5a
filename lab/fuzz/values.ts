import { HOSTILE_NUMBERS, HOSTILE_TEXTS, type Words } from './words.ts';

/** The members of a JSON Schema that the API's document uses. */
export interface Schema {
  $ref?: string;
  type?: string;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  propertyNames?: Schema;
  items?: Schema | boolean;
  prefixItems?: Schema[];
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  format?: string;
  pattern?: string;
  maxLength?: number;
}

export interface Maker {
  random(): number;
  words: Words;
  schemas: Readonly<Record<string, Schema>>;
  /** Share of the values that are not what the schema asks. */
  hostile: number;
}

const DEEPEST = 5;

export const choose = <T>(random: () => number, values: readonly T[]): T | undefined =>
  values[Math.floor(random() * values.length)];

function hostileValue({ random }: Maker): unknown {
  const kinds = [
    () => choose(random, HOSTILE_TEXTS),
    () => choose(random, HOSTILE_NUMBERS),
    () => null,
    () => random() < 0.5,
    () => [],
    () => ({}),
    () => Array.from({ length: 600 }, () => 'a'),
    () => ({ [choose(random, HOSTILE_TEXTS) ?? 'x']: 1 }),
  ];
  return choose(random, kinds)?.();
}

/** A value that the schema accepts, but for a share of its parts; `name` is what it is called where it stands. */
export function makeValue(maker: Maker, schema: Schema, name: string, depth = 0): unknown {
  const { random } = maker;
  if (random() < maker.hostile) return hostileValue(maker);
  if (schema.$ref) {
    const named = maker.schemas[schema.$ref.replace('#/components/schemas/', '')];
    return named ? makeValue(maker, named, name, depth) : null;
  }
  if ('const' in schema) return schema.const;
  if (schema.enum) return choose(random, schema.enum);
  const among = schema.anyOf ?? schema.oneOf;
  if (among)
    return makeValue(maker, choose(random, depth > DEEPEST ? among.slice(0, 1) : among) ?? {}, name, depth);
  if (schema.allOf)
    return Object.assign({}, ...schema.allOf.map((part) => makeValue(maker, part, name, depth)));
  if (schema.type === 'object' || schema.properties) return makeObject(maker, schema, name, depth);
  if (schema.type === 'array') return makeArray(maker, schema, name, depth);
  return makePlain(maker, schema, name);
}

function makeObject(maker: Maker, schema: Schema, name: string, depth: number): Record<string, unknown> {
  const { random } = maker;
  const required = new Set(schema.required);
  const wanted = Object.entries(schema.properties ?? {}).filter(
    ([key]) => required.has(key) || random() < (depth > DEEPEST ? 0 : 0.4),
  );
  const made: [string, unknown][] = wanted.map(([key, part]) => [
    key,
    makeValue(maker, part, key, depth + 1),
  ]);
  const rest = schema.additionalProperties;
  if (typeof rest === 'object' && depth <= DEEPEST)
    for (let count = Math.floor(random() * 4); count > 0; count -= 1) {
      const key = makeValue(maker, schema.propertyNames ?? { type: 'string' }, name, depth + 1);
      made.push([
        typeof key === 'string' ? key : JSON.stringify(key),
        makeValue(maker, rest, name, depth + 1),
      ]);
    }
  if (random() < maker.hostile) made.push([choose(random, HOSTILE_TEXTS) ?? 'x', 1]);
  return Object.fromEntries(made);
}

function makeArray(maker: Maker, schema: Schema, name: string, depth: number): unknown[] {
  if (schema.prefixItems) return schema.prefixItems.map((part) => makeValue(maker, part, name, depth + 1));
  const least = schema.minItems ?? 0;
  const count = depth > DEEPEST ? least : least + Math.floor(maker.random() * 4);
  const items = typeof schema.items === 'object' ? schema.items : {};
  return Array.from({ length: count }, () => makeValue(maker, items, name, depth + 1));
}

function makePlain({ random, words }: Maker, schema: Schema, name: string): unknown {
  if (schema.type === 'boolean') return random() < 0.5;
  if (schema.type === 'null') return null;
  if (schema.type === 'integer' || schema.type === 'number') {
    const least = Math.max(schema.minimum ?? 0, -1000);
    const most = Math.min(schema.maximum ?? 100, least + 1000);
    const number = least + random() * (most - least);
    return schema.type === 'integer' || random() < 0.7 ? Math.round(number / 10) * 10 : number;
  }
  if (schema.format === 'date' || schema.format === 'date-time') {
    const day = new Date(Date.UTC(2026, 5, 1 + Math.floor(random() * 120))).toISOString();
    return schema.format === 'date' ? day.slice(0, 10) : day;
  }
  if (schema.format === 'email') return `${Math.floor(random() * 1e6)}@exemple.fr`;
  if (schema.pattern === '^[A-Z]{3}$') return choose(random, ['EUR', 'CHF', 'GBP']);
  if (schema.pattern) return String(Math.floor(random() * 100));
  return words.pick(FIELD_NAMES.has(name) ? 'field' : name) ?? 'texte';
}

/** Names under which the API expects a field of the catalogue. */
const FIELD_NAMES = new Set([
  'field',
  'fields',
  'by',
  'group',
  'groups',
  'sort',
  'dimensions',
  'includes',
  'excludes',
]);
