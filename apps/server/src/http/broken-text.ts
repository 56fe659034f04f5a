import { ApiError } from './errors.ts';

const NUL = '\u0000';

/**
 * No text of a call has a NUL or half of a surrogate pair: PostgreSQL stores neither, and a text that is cut at a NUL
 * reads as another.
 * @throws 400 naming the place
 */
export function refuseBrokenText(call: Readonly<Record<string, unknown>>): void {
  const found = findBroken(call);
  if (!found) return;
  const [part = '', ...inside] = found.path;
  const issue = {
    path: inside.length > 0 ? inside : [part],
    message: `Caractère refusé (${found.character})`,
  };
  const where = issue.path.join('.').replaceAll(NUL, '').toWellFormed().slice(0, 100);
  throw new ApiError(
    'invalid_request',
    `La demande n’est pas valide : « ${where} », caractère refusé (${found.character}).`,
    { issues: [issue] },
  );
}

/** The name of a character that no text has, if this one does. */
export function brokenCharacter(text: string): string | undefined {
  if (text.includes(NUL)) return 'U+0000';
  return text.isWellFormed() ? undefined : 'U+D800 à U+DFFF isolé';
}

/** No call of the contract is as deep by far; one that is deeper would exhaust the stack of whatever walks it. */
const MAX_DEPTH = 100;

/** @throws 400 for what is nested too deeply */
function findBroken(value: unknown, depth = 0): { path: string[]; character: string } | undefined {
  if (typeof value === 'string') {
    const character = brokenCharacter(value);
    return character ? { path: [], character } : undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > MAX_DEPTH)
    throw new ApiError('invalid_request', 'La demande n’est pas valide : trop de niveaux emboîtés.');
  for (const [name, inner] of Object.entries(value)) {
    const character = brokenCharacter(name);
    if (character) return { path: [name], character };
    const found = findBroken(inner, depth + 1);
    if (found) return { ...found, path: [name, ...found.path] };
  }
  return undefined;
}
