import type { GarmentKind } from './kinds.ts';
import { ACCESSORY_SHAPES } from './shapes-accessories.ts';
import { LOWER_SHAPES } from './shapes-lower.ts';
import { UPPER_SHAPES } from './shapes-upper.ts';

/** A garment as SVG paths on a 60 × 72 canvas, painted in this order. */
export interface GarmentShape {
  /** Straps and handles, stroked behind the body. */
  behind?: string;
  strap?: number;
  /** Dark inside seen behind the body (the opening of a shoe). */
  under?: string;
  /** The cloth. */
  body: string;
  /** Ribs, belts and waistbands: a darker veil. */
  shade?: string;
  /** Collars and flaps, in a lighter tone. */
  light?: string;
  sole?: string;
  seams?: string;
  buttons?: readonly (readonly [number, number])[];
  /** Buckles and chains. */
  metal?: string;
}

export const SHAPES: Record<GarmentKind, GarmentShape> = {
  ...UPPER_SHAPES,
  ...LOWER_SHAPES,
  ...ACCESSORY_SHAPES,
};
