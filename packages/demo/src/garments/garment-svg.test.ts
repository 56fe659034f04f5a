import { describe, expect, it } from 'vitest';
import { CLOTH_COLORS } from '../catalogue/colors.ts';
import { garmentSvg } from './garment-svg.ts';
import { GARMENT_KINDS, GARMENT_PATTERNS } from './kinds.ts';

describe('a garment’s picture', () => {
  it('exists for every kind, pattern and colour, well formed and small', () => {
    let drawn = 0;
    for (const kind of GARMENT_KINDS) {
      for (const pattern of GARMENT_PATTERNS) {
        for (const color of CLOTH_COLORS) {
          const svg = garmentSvg({ kind, color: color.hex, pattern });
          expect(svg).not.toMatch(/NaN|undefined|false/);
          expect(unclosedTags(svg)).toEqual([]);
          expect(svg.length).toBeLessThan(3_500);
          drawn++;
        }
      }
    }
    expect(drawn).toBe(GARMENT_KINDS.length * GARMENT_PATTERNS.length * CLOTH_COLORS.length);
  });

  it('paints patterned cloth with a definition of its own, so that pictures can share a page', () => {
    const dots = garmentSvg({ kind: 'robe', color: '#28366B', pattern: 'pois' });
    const checks = garmentSvg({ kind: 'robe', color: '#28366B', pattern: 'carreaux' });
    const id = /id="([^"]+)"/.exec(dots)?.[1];
    expect(dots).toContain(`url(#${id})`);
    expect(checks).not.toContain(`id="${id}"`);
  });

  it('refuses what is not a colour', () => {
    expect(() => garmentSvg({ kind: 'robe', color: 'red"><script>', pattern: 'uni' })).toThrow(RangeError);
  });
});

function unclosedTags(svg: string): string[] {
  const open: string[] = [];
  for (const [, close, name = '', , self] of svg.matchAll(/<(\/?)([a-z]+)([^<>]*?)(\/?)>/gi)) {
    if (self) continue;
    if (!close) open.push(name);
    else if (open.pop() !== name) return [`unexpected ${name}`];
  }
  return open;
}
