import { ApiError } from './errors.ts';

const NUL = '\u0000';

/**
 * No text of a call has a NUL: PostgreSQL stores none, and a text that is cut at one reads as another.
 * @throws 400 naming the place
 */
export function refuseNul(call: Readonly<Record<string, unknown>>): void {
  const path = pathOfNul(call);
  if (!path) return;
  const [part = '', ...inside] = path;
  const issue = { path: inside.length > 0 ? inside : [part], message: 'Caractère refusé (U+0000)' };
  const where = issue.path.join('.').replaceAll(NUL, '').slice(0, 100);
  throw new ApiError(
    'invalid_request',
    `La demande n’est pas valide : « ${where} », caractère refusé (U+0000).`,
    {
      issues: [issue],
    },
  );
}

function pathOfNul(value: unknown): string[] | undefined {
  if (typeof value === 'string') return value.includes(NUL) ? [] : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    if (name.includes(NUL)) return [name];
    const path = pathOfNul(inner);
    if (path) return [name, ...path];
  }
  return undefined;
}
