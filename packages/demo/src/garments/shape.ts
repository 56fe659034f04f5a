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
