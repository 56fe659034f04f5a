import { NUL_SIGN } from '@palier/analytics';
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
  const where = placeOf(issue.path);
  throw new ApiError(
    'invalid_request',
    `La demande n’est pas valide : « ${where} », ${brokenReason(found.character)}.`,
    { issues: [issue] },
  );
}

/** Why a row or an entry of a file with such a character is not taken. */
export const brokenReason = (character: string): string => `caractère refusé (${character})`;

/** A path as it may be shown: a key of it may be what is broken. */
const placeOf = (path: readonly string[]): string =>
  path.join('.').replaceAll(NUL, '').toWellFormed().slice(0, 100);

/** What is broken in a value of a file: where, and why; null: nothing. */
export function brokenPlace(value: unknown): { column: string; reason: string } | null {
  const found = findBroken(value, brokenInFile);
  return found ? { column: placeOf(found.path), reason: brokenReason(found.character) } : null;
}

/** The same of a text of a file, where a NUL is the sign that its opening put in its place. */
export const brokenInFile = (text: string): string | undefined =>
  text.includes(NUL_SIGN) ? 'U+0000' : brokenCharacter(text);

/** The name of a character that no text has, if this one does. */
export function brokenCharacter(text: string): string | undefined {
  if (text.includes(NUL)) return 'U+0000';
  return text.isWellFormed() ? undefined : 'U+D800 à U+DFFF isolé';
}

/** No call of the contract is as deep by far; one that is deeper would exhaust the stack of whatever walks it. */
const MAX_DEPTH = 100;

/** @throws 400 for what is nested too deeply */
function findBroken(
  value: unknown,
  characterOf = brokenCharacter,
  depth = 0,
): { path: string[]; character: string } | undefined {
  if (typeof value === 'string') {
    const character = characterOf(value);
    return character ? { path: [], character } : undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > MAX_DEPTH)
    throw new ApiError('invalid_request', 'La demande n’est pas valide : trop de niveaux emboîtés.');
  for (const [name, inner] of Object.entries(value)) {
    const character = characterOf(name);
    if (character) return { path: [name], character };
    const found = findBroken(inner, characterOf, depth + 1);
    if (found) return { ...found, path: [name, ...found.path] };
  }
  return undefined;
}
