/**
 * The theme's colours, as named in the specification. CSS reads the same values as
 * variables (styles/tokens.css); this list is for the MUI theme and for drawings in code.
 */
export const colors = {
  primary: '#27DB9B',
  secondary: '#0A113D',
  accent1: '#FF712D',
  accent2: '#3488D9',
  accent3: '#FFA92D',
  error: '#FF5252',
  info: '#2196F3',
  success: '#4CAF50',
  warning: '#FFC107',
} as const;

/** Coverage grades: the letter is always written on them in dark ink. */
export const scoreColors = { A: '#1DA474', B: '#FFA92D', C: '#DB4437' } as const;

/** Kinds of discount: neutral = chosen by a user, forecast = optimised, auto = automatic. */
export const discountKindColors = { neutral: '#0A113D', forecast: '#1C5FA3', auto: '#5A6079' } as const;

/** Depth of a discount from none to the deepest, as a navy ramp. */
const depthRamp = ['#DDE0EA', '#B9BED6', '#9097BC', '#666FA0', '#3B4580', '#0A113D'] as const;

/** Colour of the discount level at `index` among `count` levels, light (none) to dark (deepest); each has its own. */
export function depthColor(index: number, count: number): string {
  const last = depthRamp.length - 1;
  const position = count <= 1 ? 0 : (Math.max(0, Math.min(index, count - 1)) / (count - 1)) * last;
  const low = Math.floor(position);
  const channels = (hex: string | undefined): number[] =>
    [1, 3, 5].map((start) => Number.parseInt((hex ?? '#000000').slice(start, start + 2), 16));
  const [from, to] = [channels(depthRamp[low]), channels(depthRamp[Math.min(last, low + 1)])];
  const mixed = from.map((channel, n) => Math.round(channel + (position - low) * ((to[n] ?? 0) - channel)));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0').toUpperCase()).join('')}`;
}
