import { luminance, mix } from './color.ts';
import type { GarmentKind, GarmentPicture } from './kinds.ts';
import { clothOf } from './pattern.ts';
import type { GarmentShape } from './shape.ts';
import { ACCESSORY_SHAPES } from './shapes-accessories.ts';
import { LOWER_SHAPES } from './shapes-lower.ts';
import { UPPER_SHAPES } from './shapes-upper.ts';

const SHAPES: Record<GarmentKind, GarmentShape> = {
  ...UPPER_SHAPES,
  ...LOWER_SHAPES,
  ...ACCESSORY_SHAPES,
};

/** The ground of every product picture, the mocks' grey. */
const GROUND = '#F1F2F6';

/**
 * Draws a garment, 3:4 (viewBox 60 × 80), readable from 45 × 60 px up.
 * Pure: the same picture gives the same text. Safe to inline: the only id is derived from the picture.
 * @throws RangeError when the colour is not `#RRGGBB`.
 */
export function garmentSvg(picture: GarmentPicture): string {
  const { kind, color, pattern } = picture;
  const shape = SHAPES[kind];
  const id = `${kind}-${pattern}-${color.slice(1).toLowerCase()}`;
  const cloth = clothOf(pattern, color, id);
  const striped = pattern === 'rayures' || pattern === 'mariniere';
  const edge = mix(color, '#0A0A14', luminance(color) > 0.75 ? 0.26 : 0.22);
  // Seams of a nearly black cloth would vanish: they are drawn lighter than it.
  const seam = luminance(color) < 0.035 && !striped ? mix(color, '#FFFFFF', 0.3) : edge;
  const parts = [
    cloth.definition && `<defs>${cloth.definition}</defs>`,
    `<rect y="-4" width="60" height="80" fill="${GROUND}"/>`,
    shape.behind &&
      `<path d="${shape.behind}" fill="none" stroke="${edge}" stroke-width="${shape.strap ?? 1.2}" stroke-linecap="round"/>`,
    shape.under && `<path d="${shape.under}" fill="${mix(color, '#0A0A14', 0.35)}"/>`,
    `<path d="${shape.body}" fill="${cloth.fill}" stroke="${edge}" stroke-width=".7" stroke-linejoin="round"/>`,
    shape.shade && `<path d="${shape.shade}" fill="${seam}" opacity=".35"/>`,
    shape.light &&
      `<path d="${shape.light}" fill="${mix(color, '#FFFFFF', 0.3)}" stroke="${edge}" stroke-width=".6" stroke-linejoin="round"/>`,
    shape.sole &&
      `<path d="${shape.sole}" fill="${soleOf(color)}" stroke="${edge}" stroke-width=".6" stroke-linejoin="round"/>`,
    shape.seams &&
      `<path d="${shape.seams}" fill="none" stroke="${seam}" stroke-width=".7" stroke-linecap="round" opacity=".75"/>`,
    shape.buttons && buttons(shape.buttons, seam),
    shape.metal &&
      `<path d="${shape.metal}" fill="none" stroke="#C9A45C" stroke-width=".9" stroke-linecap="round"/>`,
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 -4 60 80">${parts.filter(Boolean).join('')}</svg>`;
}

function soleOf(color: string): string {
  return luminance(color) > 0.7 ? '#D9C7A8' : '#F4F1EA';
}

function buttons(points: readonly (readonly [number, number])[], fill: string): string {
  return `<g fill="${fill}">${points.map(([x, y]) => `<circle cx="${x}" cy="${y}" r=".75"/>`).join('')}</g>`;
}
