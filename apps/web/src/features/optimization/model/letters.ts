/** Colours of letters, in turn. */
export const LETTER_TINTS = ['first', 'second', 'third', 'fourth'] as const;
export type LetterTint = (typeof LETTER_TINTS)[number];

/** The colour of a letter: always the same for the same one. */
export function letterTint(letter: string): LetterTint {
  const last = letter.charCodeAt(letter.length - 1) - 'A'.charCodeAt(0);
  return LETTER_TINTS[Math.max(0, last) % LETTER_TINTS.length] ?? 'first';
}
