import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { breakpoints, isMobileWidth } from './breakpoints.ts';
import { depthColor } from './colors.ts';

const sheet = readFileSync(join(import.meta.dirname, 'styles/tokens.css'), 'utf8');

/** What a token comes to, through those it is made of. */
function token(name: string): string {
  const value = new RegExp(`--${name}: ([^;]+);`).exec(sheet)?.[1];
  if (value === undefined) throw new Error(`tokens.css has no --${name}`);
  return /^#/.test(value)
    ? value.toUpperCase()
    : value.replace(/var\(--([\w-]+)\)/g, (_, other) => token(other));
}

const tokens = (...names: string[]): string[] => names.map(token);

/** Relative luminance of a #RRGGBB colour (WCAG 2.2). */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

describe('the theme', () => {
  it('[THEME-01] has the brand colours', () => {
    expect(tokens('green-500', 'navy-900', 'orange-500', 'blue-500', 'amber-500')).toEqual([
      '#27DB9B',
      '#0A113D',
      '#FF712D',
      '#3488D9',
      '#FFA92D',
    ]);
  });

  it('[THEME-02] has the message colours', () => {
    expect(tokens('red-500', 'info', 'success', 'warning')).toEqual([
      '#FF5252',
      '#2196F3',
      '#4CAF50',
      '#FFC107',
    ]);
  });

  it('[THEME-03] has the colours of coverage grades', () => {
    expect(tokens('score-a', 'score-b', 'score-c')).toEqual(['#1DA474', '#FFA92D', '#DB4437']);
  });

  it('[THEME-04] tells the kinds of discount apart, each readable on white', () => {
    const values = tokens('kind-user', 'kind-opti', 'kind-auto');
    expect(new Set(values).size).toBe(3);
    for (const value of values) expect(contrast(value, '#FFFFFF')).toBeGreaterThanOrEqual(4.5);
  });

  it('[THEME-05] spaces by 8 px and rounds by 3 px', () => {
    expect(tokens('space-8', 'radius')).toEqual(['8px', '3px']);
  });

  it.each([
    [599, 'xs'],
    [600, 'sm'],
    [960, 'md'],
    [1280, 'lg'],
    [1919, 'lg'],
    [1920, 'xl'],
  ])('[THEME-06] calls a width of %i px %s', (width, name) => {
    const started = Object.entries(breakpoints).filter(([, start]) => start <= width);
    expect(started.at(-1)?.[0]).toBe(name);
  });

  it('[THEME-07] is for small screens below 1264 px', () => {
    expect(isMobileWidth(1263)).toBe(true);
    expect(isMobileWidth(1264)).toBe(false);
  });

  it('writes text on each message colour with enough contrast', () => {
    for (const color of tokens('red-500', 'info', 'success', 'warning')) {
      expect(contrast(color, token('score-ink'))).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('draws no discount lightest and the deepest darkest', () => {
    expect([depthColor(0, 7), depthColor(6, 7)]).toEqual(tokens('d0', 'd60'));
  });
});
