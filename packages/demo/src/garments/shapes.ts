import type { GarmentKind } from './kinds.ts';
import type { GarmentShape } from './shape.ts';
import { ACCESSORY_SHAPES } from './shapes-accessories.ts';
import { LOWER_SHAPES } from './shapes-lower.ts';
import { UPPER_SHAPES } from './shapes-upper.ts';

/** Every garment's shape. */
export const SHAPES: Record<GarmentKind, GarmentShape> = {
  ...UPPER_SHAPES,
  ...LOWER_SHAPES,
  ...ACCESSORY_SHAPES,
};
