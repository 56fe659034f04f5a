/** Decimals that any figure may have; what is nearer than the noise to such a number is that number. */
const SCALE = 1e6;
const NOISE = 1e-12;

const isPlain = (value: number): boolean => Math.round(value * SCALE) / SCALE === value;

/** 1310069.6800000002 → 1310069.68; a number that has more decimals to say stays as it is. */
export function plainNumber(value: number): number {
  if (Number.isInteger(value)) return value;
  const near = Math.round(value * SCALE) / SCALE;
  return near !== 0 && Math.abs(near - value) <= NOISE * Math.abs(value) ? near : value;
}

/** The lowest and the highest of the numbers that are shown as this one: what a sum of floating points may be off by. */
export function shownAs(value: number): { low: number; high: number } {
  const noise = isPlain(value) ? NOISE * Math.abs(value) : 0;
  return { low: value - noise, high: value + noise };
}
