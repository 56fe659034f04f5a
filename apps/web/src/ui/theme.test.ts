import { describe, expect, it } from 'vitest';
import { isMobileWidth } from './breakpoints.ts';
import { depthColor, discountKindColors, scoreColors } from './colors.ts';
import { theme } from './theme.ts';

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
    const { primary, secondary, accent } = theme.palette;
    expect([primary.main, secondary.main, accent.accent1, accent.accent2, accent.accent3]).toEqual([
      '#27DB9B',
      '#0A113D',
      '#FF712D',
      '#3488D9',
      '#FFA92D',
    ]);
  });

  it('[THEME-02] has the message colours', () => {
    const { error, info, success, warning } = theme.palette;
    expect([error.main, info.main, success.main, warning.main]).toEqual([
      '#FF5252',
      '#2196F3',
      '#4CAF50',
      '#FFC107',
    ]);
  });

  it('[THEME-03] has the colours of coverage grades', () => {
    expect(scoreColors).toEqual({ A: '#1DA474', B: '#FFA92D', C: '#DB4437' });
  });

  it('[THEME-04] tells the kinds of discount apart, each readable on white', () => {
    const values = Object.values(discountKindColors);
    expect(Object.keys(discountKindColors)).toEqual(['neutral', 'forecast', 'auto']);
    expect(new Set(values).size).toBe(3);
    for (const value of values) expect(contrast(value, '#FFFFFF')).toBeGreaterThanOrEqual(4.5);
  });

  it('[THEME-05] spaces by 8 px and rounds by 3 px', () => {
    expect(theme.spacing(1)).toBe('8px');
    expect(theme.shape.borderRadius).toBe(3);
  });

  it.each([
    [599, 'xs'],
    [600, 'sm'],
    [960, 'md'],
    [1280, 'lg'],
    [1919, 'lg'],
    [1920, 'xl'],
  ])('[THEME-06] calls a width of %i px %s', (width, name) => {
    const { keys, values } = theme.breakpoints;
    expect(keys.findLast((key) => values[key] <= width)).toBe(name);
  });

  it('[THEME-07] is for small screens below 1264 px', () => {
    expect(isMobileWidth(1263)).toBe(true);
    expect(isMobileWidth(1264)).toBe(false);
  });

  it('writes text on each message colour with enough contrast', () => {
    for (const color of [
      theme.palette.error,
      theme.palette.info,
      theme.palette.success,
      theme.palette.warning,
    ]) {
      expect(contrast(color.main, color.contrastText)).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('draws no discount lightest and the deepest darkest', () => {
    expect(depthColor(0, 7)).toBe('#DDE0EA');
    expect(depthColor(6, 7)).toBe('#0A113D');
  });
});
