/** A share as it is typed, in percents: 0.001 → « 0,1 ». */
export function typedShare(share: number): string {
  return String(Math.round(share * 100_000) / 1000).replace('.', ',');
}

/** What is said of a text that is no share. */
export const SHARE_FAULT = 'Donnez une part de 0 à 100 %.';

/** « 0,1 » → 0.001; null for what is no share of 0 to 100 %. */
export function shareTyped(text: string): number | null {
  const plain = text.replace(/[\s\u00a0\u202f%]/g, '').replace(',', '.');
  const percent = plain === '' ? Number.NaN : Number(plain);
  return percent >= 0 && percent <= 100 ? percent / 100 : null;
}
