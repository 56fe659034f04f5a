import {
  answerTo,
  countOf,
  formatNumber,
  formatPercent,
  formatQuantity,
  type ImportAnswers,
  type ImportQuestion,
  questionKey,
} from '@palier/domain';
import type { Session } from '../../database/session.ts';
import { FEWEST, LEAST_SHARE, priceExamplesSql } from '../lowered/ask.ts';
import { type Settled, settleAsked } from '../settled.ts';
import type { Staged } from '../staged.ts';

/** The answers: the prices of the file are not those of the list, or they are, from now on. */
const KEEP = 'keep';
const LIST = 'list';

/** A product that rises beyond this is no ordinary review of prices. */
const LARGE = 1.15;
/** All that rise by one factor are asked about from here: a tax, a currency, a unit. */
const RAISED = 1.05;
const SAME_SHARE = 0.8;
/** How far from one factor the prices may be that were rounded. */
const ROUNDED = 0.003;

/** In percent: the taxes that a price may have been given with on one side alone. */
const TAXES = [5.5, 7.7, 8.1, 10, 19, 20, 21, 22, 25];
const UNITS = [10, 100, 1000];

interface Raised {
  products: number;
  compared: number;
  /** The median of the new price over the one there. */
  ratio: number;
  /** Nearly all products rise by that ratio. */
  isSame: boolean;
  examples: string;
}

/**
 * What a file raises, once it is enough to be asked about.
 *
 * @param compared query of `item_group_id, before, now`, a row for each product that has a price on both sides.
 */
export async function readRaised(session: Session, compared: string): Promise<Raised | null> {
  const [row] = await session.rows<{
    all_count: number;
    large: number;
    large_ratio: number;
    same: number;
    same_ratio: number;
    large_examples: string;
    same_examples: string;
  }>(`WITH compared AS MATERIALIZED (${compared}),
    raised AS (SELECT *, now / before AS ratio FROM compared WHERE now > ${RAISED} * before),
    same AS (FROM raised WHERE abs(ratio / (SELECT median(ratio) FROM raised) - 1) <= ${ROUNDED}),
    large AS (FROM raised WHERE ratio > ${LARGE})
    SELECT (SELECT count(*) FROM compared)::DOUBLE AS all_count,
      (SELECT count(*) FROM large)::DOUBLE AS large, (SELECT coalesce(median(ratio), 1) FROM large)::DOUBLE AS large_ratio, ${priceExamplesSql('large')} AS large_examples,
      (SELECT count(*) FROM same)::DOUBLE AS same, (SELECT coalesce(median(ratio), 1) FROM same)::DOUBLE AS same_ratio, ${priceExamplesSql('same')} AS same_examples`);
  if (!row) return null;
  const { all_count: compared_count } = row;
  const found = { compared: compared_count };
  if (row.same >= FEWEST && row.same >= SAME_SHARE * compared_count)
    return {
      ...found,
      products: row.same,
      ratio: row.same_ratio,
      isSame: true,
      examples: row.same_examples,
    };
  if (row.large < FEWEST || row.large < LEAST_SHARE * compared_count) return null;
  return {
    ...found,
    products: row.large,
    ratio: row.large_ratio,
    isSame: false,
    examples: row.large_examples,
  };
}

/** « sont multipliés par 1,2, comme par une TVA de 20 % ». */
function raisedText({ ratio, isSame }: Pick<Raised, 'ratio' | 'isSame'>): string {
  if (!isSame) return `montent, de ${formatPercent((ratio - 1) * 100, 0)} pour la moitié d’entre eux`;
  const near = (factor: number): boolean => Math.abs(ratio / factor - 1) <= ROUNDED / 2;
  const unit = UNITS.find(near);
  const tax = TAXES.find((rate) => near(1 + rate / 100));
  const factor = unit ?? (tax === undefined ? ratio : 1 + tax / 100);
  const like =
    tax !== undefined
      ? `, comme par une TVA de ${formatPercent(tax)}`
      : unit
        ? ', comme dans une autre unité'
        : '';
  return `sont multipliés par ${formatNumber(factor, 3)}${like}`;
}

function ask(own: Staged, found: Raised): ImportQuestion {
  const { name } = own.feed.source;
  const count = countOf(found.products, 'produit');
  const isOfPrices = own.feed.kind === 'prices';
  return {
    ...{ key: questionKey('raised_prices', name), code: 'raised_prices', file: name, column: null },
    text: `${formatQuantity(found.products)} prix de liste sur ${formatQuantity(found.compared)} ${raisedText(found)} (${found.examples}). Sont-ce de nouveaux prix de liste\u202f?`,
    choices: [
      {
        value: KEEP,
        label: 'Non\u202f: garder les prix en place',
        detail: isOfPrices
          ? 'aucun prix de ce fichier n’est pris'
          : 'aucun prix de ce fichier n’est pris, le reste l’est',
      },
      {
        value: LIST,
        label: 'Oui\u202f: de nouveaux prix de liste',
        detail: `les démarques de ${count} se comptent à partir d’eux`,
      },
    ],
  };
}

/**
 * Asks of a file whether the prices that it raises are new list prices: each time, as another file is another matter.
 *
 * @returns whether its prices are taken, and what was found
 */
export function settleRaised(
  own: Staged,
  found: Raised,
  answers: ImportAnswers | undefined,
): { isTaken: boolean; settled: Settled } {
  const question = ask(own, found);
  const { value, settled } = settleAsked([own], question, {
    ...{ constant: null, answers, note: () => '' },
  });
  if (value === LIST) return { isTaken: true, settled };
  const unless = answerTo(question, answers) === null ? 'sans votre réponse, ' : '';
  const note = `${own.feed.source.name} : ${unless}aucun de ses prix n’est pris, ceux en place restent.`;
  // Of a file of articles, the rest is taken.
  const left_out = own.feed.kind === 'prices' ? { left_out: [own] } : {};
  return { isTaken: false, settled: { ...settled, ...left_out, notes: [note] } };
}
