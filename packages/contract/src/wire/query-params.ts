import { fieldIdOf } from '@palier/domain';
import * as z from 'zod';

/** Longest text of a structured parameter; longer requests belong in a body. */
export const MAX_JSON_PARAM_LENGTH = 16_000;
/** Deepest nesting of brackets in a structured parameter: 8 levels of query are 16 of JSON. */
export const MAX_JSON_PARAM_DEPTH = 24;
/** Most elements of a comma-separated list. */
export const MAX_LIST_PARAM_ITEMS = 500;

/** How deep the brackets of a JSON text go, without parsing it; brackets inside strings do not count. */
export function jsonDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (inString) {
      if (character === '\\') index += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') {
      depth += 1;
      deepest = Math.max(deepest, depth);
    } else if (character === '}' || character === ']') depth -= 1;
  }
  return deepest;
}

function refuseJson(text: string, message: string, context: Pick<z.core.ParsePayload, 'issues'>): never {
  context.issues.push({ code: 'invalid_format', format: 'json', input: text, message });
  return z.NEVER;
}

function parseJson(text: string, context: Pick<z.core.ParsePayload, 'issues'>) {
  try {
    return JSON.parse(text);
  } catch {
    return refuseJson(text, 'JSON non valide', context);
  }
}

/** The value of a JSON text, whose depth is bounded before it is parsed; what is wrong joins the context's issues. */
export function parseJsonParam(text: string, context: Pick<z.core.ParsePayload, 'issues'>) {
  if (jsonDepth(text) > MAX_JSON_PARAM_DEPTH) return refuseJson(text, 'Trop de niveaux emboîtés', context);
  return parseJson(text, context);
}

/** A parameter whose text is JSON: `filter={"combinator":"and","rules":[…]}`. Bounded before it is parsed. */
export function jsonParam<T extends z.ZodType>(schema: T) {
  return z.codec(z.string().max(MAX_JSON_PARAM_LENGTH), schema, {
    decode: (text, context) => parseJsonParam(text, context),
    encode: (value) => JSON.stringify(value),
  });
}

/** A whole number between two bounds: `size=30`. */
export function integerParam(minimum: number, maximum: number) {
  return z.codec(
    z.string().regex(/^-?\d{1,9}$/, 'Nombre entier attendu'),
    z.int().min(minimum).max(maximum),
    {
      decode: (text) => Number(text),
      encode: (value) => String(value),
    },
  );
}

/** `true` or `false`. */
export const booleanParam = z.codec(z.enum(['true', 'false']), z.boolean(), {
  decode: (text) => text === 'true',
  encode: (value) => (value ? 'true' : 'false'),
});

/** A list's text, or its texts when the parameter is repeated: `by=brand&by=color`. */
const listText = z.union([
  z.string().max(MAX_JSON_PARAM_LENGTH),
  z.array(z.string().max(MAX_JSON_PARAM_LENGTH)).max(MAX_LIST_PARAM_ITEMS),
]);

function byCommas(text: string): string[] {
  return text === '' ? [] : text.split(',');
}

/** Texts separated by commas: `by=brand,color`. An empty text is an empty list. */
export const listParam = z.codec(listText, z.array(z.string()).max(MAX_LIST_PARAM_ITEMS), {
  decode: (text) => [text].flat().flatMap(byCommas),
  encode: (items) => items.join(','),
});

/** Fields separated by commas, each by its id or by its other name. */
export const fieldListParam = z.codec(listText, z.array(z.string()).max(MAX_LIST_PARAM_ITEMS), {
  decode: (text) => [text].flat().flatMap(byCommas).map(fieldIdOf),
  encode: (items) => items.join(','),
});

/** Whether a parameter is a list of texts separated by commas. */
export function isListParam(type: z.ZodType): boolean {
  const plain = type instanceof z.ZodOptional ? type.unwrap() : type;
  return plain === listParam || plain === fieldListParam;
}

/**
 * Texts that may hold commas: a JSON list, `map_keys=["Rouge, vif"]`, or one parameter for each, read as it is
 * (`map_keys=Rouge, vif&map_keys=Bleu`); plain comma-separated text is read too.
 */
export const termsParam = z.codec(listText, z.array(z.string()).max(MAX_LIST_PARAM_ITEMS), {
  decode: (text, context) => {
    if (typeof text !== 'string') return text;
    return text.startsWith('[') ? parseJson(text, context) : byCommas(text);
  },
  encode: (items) => JSON.stringify(items),
});
