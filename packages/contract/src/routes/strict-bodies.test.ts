import { expect, it } from 'vitest';
import * as z from 'zod';
import { ROUTE_LIST } from './table.ts';

/** Objects of a body that take fields they do not know, by their place in it. */
function openObjects(schema: z.core.$ZodType, place: string, seen = new Set<z.core.$ZodType>()): string[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const inside = (child: z.core.$ZodType, name: string) => openObjects(child, `${place}${name}`, seen);
  if (schema instanceof z.ZodObject) {
    const refuses = schema.def.catchall instanceof z.ZodNever;
    const fields = Object.entries(schema.def.shape).flatMap(([name, child]) => inside(child, `.${name}`));
    return refuses ? fields : [place, ...fields];
  }
  if (schema instanceof z.ZodRecord) return inside(schema.def.valueType, '.*');
  if (schema instanceof z.ZodArray) return inside(schema.def.element, '[]');
  if (schema instanceof z.ZodUnion) return schema.def.options.flatMap((option) => inside(option, ''));
  if (schema instanceof z.ZodLazy) return inside(schema.def.getter(), '');
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  )
    return inside(schema.def.innerType, '');
  return [];
}

it('every body of the route table refuses what it does not know, at any depth', () => {
  const bodies = ROUTE_LIST.flatMap(({ id, body }) => (body ? [{ id, body }] : []));
  expect(bodies.length).toBeGreaterThan(20);
  expect(bodies.flatMap(({ id, body }) => openObjects(body, id))).toEqual([]);
});
