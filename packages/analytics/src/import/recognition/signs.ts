import { PACKED, RECODED } from './code-signs.ts';
import { ELSEWHERE } from './elsewhere-signs.ts';
import { DESCRIPTIONS, MONEY, PAPERS, UNITS } from './heading-signs.ts';
import type { Sign } from './sign.ts';
import { VALUES } from './value-signs.ts';

/** Everything that speaks for or against a kind of file. */
export const SIGNS: readonly Sign[] = [
  ...PAPERS,
  ...UNITS,
  ...RECODED,
  ...PACKED,
  ...ELSEWHERE,
  ...MONEY,
  ...DESCRIPTIONS,
  ...VALUES,
];

/** A word of a kind in the name of a file or sheet: strong, yet people name files in any way. */
export const NAME_WEIGHT = 3;
/** For each of the file's columns that a kind would leave without a meaning, as a share of all. */
export const UNEXPLAINED_WEIGHT = -2;
/** Most headings are those of a file that the organisation sent before, of this kind. */
export const SENT_BEFORE_WEIGHT = 2.5;
/** How far the first kind must lead to be taken without asking. */
export const CLEAR_LEAD = 1;
/** Against a kind so much that it is no reading at all. */
export const UNLIKELY = -1;
