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
