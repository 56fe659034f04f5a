/** A text without its accents: « Écru » is « Ecru ». Marks alone go, as in DuckDB's `strip_accents`: ^ and · stay. */
export function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '');
}

/** Lower case without accents: how texts are searched, filtered and compared. */
export function foldText(text: string): string {
  return withoutAccents(text).toLowerCase();
}

/** Whether every word typed is somewhere in the texts, whatever the case, accents and order. */
export function matchesWords(typed: string, ...texts: (string | null | undefined)[]): boolean {
  const hay = foldText(texts.filter(Boolean).join(' '));
  return foldText(typed)
    .split(/\s+/)
    .every((word) => hay.includes(word));
}
