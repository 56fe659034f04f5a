import { luminance, mix } from './color.ts';
import type { GarmentPattern } from './kinds.ts';

/** How a cloth is painted: an optional SVG definition, and the fill that uses it. */
export interface Cloth {
  definition: string;
  fill: string;
}

const PALE = '#F7F5F0';

/** The cloth of a colour in a pattern; `id` must be unique in the document that holds the picture. */
export function clothOf(pattern: GarmentPattern, color: string, id: string): Cloth {
  const tile = TILES[pattern];
  if (!tile) return { definition: '', fill: color };
  return { definition: tile(color, id), fill: `url(#${id})` };
}

function tileOf(id: string, width: number, height: number, content: string, turn = ''): string {
  return `<pattern id="${id}" width="${width}" height="${height}" patternUnits="userSpaceOnUse"${turn}>${content}</pattern>`;
}

function rect(width: number, height: number, fill: string, more = ''): string {
  return `<rect width="${width}" height="${height}" fill="${fill}"${more}/>`;
}

/** A ground that shows the motif: pale cloth takes a darker motif, dark cloth a white one. */
function motifOn(color: string): string {
  return luminance(color) > 0.55 ? mix(color, '#2B3A67', 0.6) : '#FFFFFF';
}

const TILES: Partial<Record<GarmentPattern, (color: string, id: string) => string>> = {
  rayures: (color, id) => tileOf(id, 3.6, 6, rect(3.6, 6, '#F6F8FB') + rect(1.2, 6, stripe(color))),
  mariniere: (color, id) => tileOf(id, 5, 5, rect(5, 5, PALE) + rect(5, 1.8, stripe(color))),
  pois: (color, id) =>
    tileOf(
      id,
      6,
      6,
      `${rect(6, 6, color)}<g fill="${motifOn(color)}"><circle cx="1.5" cy="1.5" r=".8"/><circle cx="4.5" cy="4.5" r=".8"/></g>`,
    ),
  carreaux: (color, id) => {
    const line = luminance(color) > 0.55 ? mix(color, '#2B3A67', 0.45) : mix(color, '#FFFFFF', 0.55);
    const bands = `<path d="M0 0h3v8H0z M0 0h8v3H0z" fill="${mix(color, '#101018', 0.22)}" opacity=".55"/>`;
    return tileOf(
      id,
      8,
      8,
      `${rect(8, 8, color)}${bands}<path d="M5.500 0v8M0 5.500h8" stroke="${line}" stroke-width=".6"/>`,
    );
  },
  fleurs: (color, id) => {
    const [petal, heart] = luminance(color) > 0.5 ? ['#C8563B', '#F7E7B8'] : ['#F3D3C2', '#C8563B'];
    const leaf = mix(color, luminance(color) > 0.5 ? '#3F5F52' : '#DDE8C8', 0.5);
    const flowers = `<circle cx="2.5" cy="2.5" r="1.300" fill="${petal}"/><circle cx="2.5" cy="2.5" r=".5" fill="${heart}"/><circle cx="7" cy="6.500" r="1.100" fill="${luminance(color) > 0.5 ? '#5B84B8' : '#F7E7B8'}"/>`;
    return tileOf(
      id,
      9,
      9,
      `${rect(9, 9, color)}${flowers}<path d="M4.300 6.700l1.200-1.200M6 1l.8 1" stroke="${leaf}" stroke-width=".7"/>`,
    );
  },
  chine: (color, id) => {
    const fleck = luminance(color) > 0.4 ? mix(color, '#3A3A44', 0.28) : mix(color, '#FFFFFF', 0.22);
    const flecks = 'M.5 1h1.100M2.600 2.300h.9M.2 3.400h.8M1.900 4.300h1';
    return tileOf(id, 4, 5, `${rect(4, 5, color)}<path d="${flecks}" stroke="${fleck}" stroke-width=".5"/>`);
  },
};

/** Stripes are drawn on pale cloth: a pale colour would vanish there. */
function stripe(color: string): string {
  return luminance(color) > 0.6 ? mix(color, '#2B3A67', 0.55) : color;
}
