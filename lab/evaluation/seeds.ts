/**
 * Draws asked for on a command line. « 3 »: the first three; « 2,5 »: those.
 *
 * @throws Error what was not understood
 */
export function seedsOf(text: string): number[] {
  if (!/^[1-9]\d{0,3}(,[1-9]\d{0,3})*$/.test(text))
    throw new Error(`--seeds: a number of draws (3), or which ones (2,5); not « ${text} »`);
  const numbers = text.split(',').map(Number);
  return numbers.length > 1 ? numbers : Array.from({ length: numbers[0] ?? 0 }, (_, index) => index + 1);
}
