import {
  countOf,
  formatDateRange,
  formatQuantity,
  type ImportAnswers,
  type ImportQuestion,
  questionKey,
} from '@palier/domain';
import type { Session } from '../../database/session.ts';
import { hasOrdinary } from '../../warehouse/corrections.ts';
import { OUTDATED_SALE } from '../../warehouse/outdated.ts';
import { countRefused, KEEP, REPLACE, type Settled, settleAsked } from '../settled.ts';
import { WITHDRAWN_SALES } from '../settled-lines.ts';
import type { Staged } from '../staged.ts';
import { findResaid, type Resaid } from './compare.ts';

/** Pieces of the days said, those of the delivery alone. */
async function saidPieces(session: Session, { first, last }: Resaid): Promise<number> {
  const [row] = await session.rows<{ pieces: number }>(
    `SELECT coalesce(sum(quantity), 0)::DOUBLE AS pieces FROM said_sale WHERE date BETWEEN DATE '${first}' AND DATE '${last}'`,
  );
  return row?.pieces ?? 0;
}

function ask(file: string, found: Resaid, said: number): ImportQuestion {
  const { how, rows, quantity, first, last } = found;
  const days = first === last ? `le ${formatDateRange(first, last)}` : formatDateRange(first, last);
  const lines = `${countOf(rows, 'ligne')} de vente déjà là (${formatQuantity(quantity)} pièces, ${days})`;
  const detail = (pieces: number): string => `${formatQuantity(pieces)} pièces vendues à ces dates`;
  const isWithdrawn = how === 'withdrawn';
  return {
    key: questionKey(isWithdrawn ? 'withdrawn_sales' : 'resaid_sales', file),
    ...{ code: isWithdrawn ? 'withdrawn_sales' : 'resaid_sales', file, column: null },
    text: isWithdrawn
      ? `« ${file} » redit des jours entiers, sans ${lines}. Ont-elles été annulées\u202f?`
      : `« ${file} » redit ${lines} autrement\u202f: les mêmes quantités par produit, sous d’autres lieux, tailles ou jours. Sont-ce les mêmes ventes\u202f?`,
    choices: [
      {
        value: REPLACE,
        label: isWithdrawn ? 'Annulées\u202f: les retirer' : 'Les mêmes\u202f: garder celles de ce fichier',
        detail: detail(said),
      },
      {
        value: KEEP,
        label: isWithdrawn ? 'Non\u202f: les garder' : 'D’autres ventes\u202f: garder les deux',
        detail: detail(said + quantity),
      },
    ],
  };
}

function noteOf(file: string, { rows, quantity, first, last }: Resaid, isReplaced: boolean): string {
  const what = `${countOf(rows, 'ligne')} de vente (${formatQuantity(quantity)} pièces, ${formatDateRange(first, last)})`;
  return `${file} : ${what} n’y ${rows > 1 ? 'sont' : 'est'} plus, ${isReplaced ? 'retirées' : 'gardées'}.`;
}

/** What is said of rows that stay though the delivery, which says others of their days and places, leaves them out. */
const partlyNote = (file: string, { rows, quantity, first, last }: Resaid): string =>
  `${file} : ${countOf(rows, 'ligne')} de vente déjà là (${formatQuantity(quantity)} pièces, ${formatDateRange(first, last)}) ${rows > 1 ? 'manquent' : 'manque'} aux jours et lieux qu’il redit\u202f: toujours ${rows > 1 ? 'comptées' : 'comptée'}.`;

/**
 * Asks whether sales of earlier deliveries that this one says otherwise give way to it, and leaves those that do in
 * table `outdated_sale`. Null: there are none. What a delivery of a part of a day leaves out stays, and is said. What is withdrawn is asked once for the files of the same headings.
 */
export async function settleResaid(
  session: Session,
  sales: readonly Staged[],
  answers: ImportAnswers | undefined,
): Promise<Settled | null> {
  const [first] = sales;
  if (!first || !hasOrdinary(sales)) return null;
  const found = await findResaid(session, await countRefused(session, sales));
  if (found === null) return null;
  const file = first.feed.source.name;
  if (found.how === 'partly') return { files: [...sales], questions: [], notes: [partlyNote(file, found)] };
  const { value, settled } = settleAsked(sales, ask(file, found, await saidPieces(session, found)), {
    constant: found.how === 'withdrawn' ? WITHDRAWN_SALES : null,
    answers,
    note: (kept) => noteOf(file, found, kept === REPLACE),
  });
  if (value !== REPLACE) await session.run(`DELETE FROM ${OUTDATED_SALE}`);
  return settled;
}
