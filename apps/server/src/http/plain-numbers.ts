import { plainNumber } from '@palier/domain';

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
