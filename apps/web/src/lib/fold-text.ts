/** A text without case or accents, to compare what was typed with what is written. */
export function foldText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase('fr-FR');
}

/** Whether every word typed is somewhere in the texts, whatever the case, accents and order. */
export function matchesWords(typed: string, ...texts: (string | null | undefined)[]): boolean {
  const hay = foldText(texts.filter(Boolean).join(' '));
  return foldText(typed)
    .split(/\s+/)
    .every((word) => hay.includes(word));
}
