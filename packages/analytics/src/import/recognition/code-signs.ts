import type { KindSpec } from '../column-spec.ts';
import { columnSpec } from '../columns.ts';
import { EQUIVALENTS } from '../equivalent-columns.ts';
import { normalizeHeading } from '../headings.ts';
import { PACKS } from '../pack-columns.ts';
import type { Sign } from './sign.ts';

/** Whether headings say, word for word, every column that a kind needs. */
const saysAll =
  ({ kind, required }: KindSpec): Sign['seen'] =>
  ({ columns }) =>
    required
      .flat()
      .every((name) =>
        columns.some(({ said }) => columnSpec(kind, name)?.synonyms.includes(normalizeHeading(said))),
      );

/** Codes that changed. */
export const RECODED: Sign[] = [
  {
    label: 'un ancien et un nouveau code',
    reason: 'nothing but a table of equivalents says two codes of one article',
    weights: {
      equivalents: 6,
      items: -4,
      places: -3,
      stock: -1,
      sales: -1,
      prices: -2,
      orders: -1,
      control: -3,
    },
    seen: saysAll(EQUIVALENTS),
  },
];

/** Packs and what they hold. */
export const PACKED: Sign[] = [
  {
    label: 'un lot et ses articles',
    reason: 'nothing but a table of packs says the code of a pack and that of an article in it',
    weights: {
      ...{ packs: 6, items: -4, places: -3, stock: -3, sales: -2, prices: -2, orders: -3, control: -3 },
      ...{ equivalents: -3, forecasts: -2 },
    },
    seen: saysAll(PACKS),
  },
];
