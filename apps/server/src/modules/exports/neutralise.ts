/**
 * What makes a spreadsheet read a text as a formula: =, +, -, @ (their full-width forms too), a tab or a line
 * break at its start, even after blanks and characters that are not seen (controls, marks of direction, fillers).
 */
const FORMULA_START = /^(?:[\t\r\n]|[\s\p{C}\p{Z}\p{DI}]*[=+\-@\uff0b\uff0d\uff1d\uff20])/u;

/** A text that a spreadsheet will not run, whoever wrote it: an apostrophe goes before what could be a formula. */
export function neutralise(text: string): string {
  return FORMULA_START.test(text) ? `'${text}` : text;
}
