/** Decimals that any figure of the API may have; what is nearer than the noise to such a number is that number. */
const SCALE = 1e6;
const NOISE = 1e-12;

/** 1310069.6800000002 → 1310069.68; a number that has more decimals to say stays as it is. */
export function plainNumber(value: number): number {
  if (Number.isInteger(value)) return value;
  const near = Math.round(value * SCALE) / SCALE;
  return near !== 0 && Math.abs(near - value) <= NOISE * Math.abs(value) ? near : value;
}

/**
 * A copy of an answer whose numbers lost what sums of floating points leave at their end: the one place where figures
 * are rounded on their way out.
 */
export function withPlainNumbers(body: unknown): unknown {
  if (typeof body === 'number') return plainNumber(body);
  if (Array.isArray(body)) return body.map(withPlainNumbers);
  if (typeof body !== 'object' || body === null || Object.getPrototypeOf(body) !== Object.prototype)
    return body;
  const plain: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(body)) plain[name] = withPlainNumbers(value);
  return plain;
}
