// The words of a count are the domain's, which the server's sentences follow too.
export { countOf, plural } from '@palier/domain';

/** Narrow no-break space: before ; : ! ? % € and inside « ». */
const narrow = '\u202f';

/**
 * French typography for a sentence written with ordinary spaces: narrow no-break spaces before
 * high punctuation, units and inside quotation marks, so that sources stay readable.
 */
export function french(text: string): string {
  return text
    .replace(/ ([;:!?»%€])/g, `${narrow}$1`)
    .replace(/« /g, `«${narrow}`)
    .replace(/ (k€|M€)/g, `${narrow}$1`);
}

/** « jusqu’au 21 juil. » → « Jusqu’au 21 juil. »: at the head of a column. */
export const upperFirst = (text: string): string => text.charAt(0).toLocaleUpperCase('fr-FR') + text.slice(1);

/** A text as a sentence: a capital, and one full stop, whatever abbreviation it ends with. */
export const asSentence = (text: string): string => `${upperFirst(text)}${text.endsWith('.') ? '' : '.'}`;
