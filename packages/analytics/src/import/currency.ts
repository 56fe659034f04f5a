import { answerTo, formatQuantity, type ImportQuestion, questionKey } from '@palier/domain';
import type { Session } from '../database/session.ts';
import { quoteIdentifier } from '../database/sql.ts';
import { USUAL_CURRENCY } from '../warehouse/previous.ts';
import type { Feed } from './feed.ts';
import type { Staged } from './staged.ts';
import type { FileKind } from './types.ts';

/** The amounts of each kind, in the order that they stand for each other. */
export const AMOUNTS: Partial<Record<FileKind, readonly string[]>> = {
  sales: ['amount', 'unit_price', 'base_amount', 'base_unit_price'],
  items: ['price', 'base_price'],
  prices: ['price', 'base_price'],
};

/** Rows with an amount by the currency that they say; null: none. */
interface CurrencyCount {
  currency: string | null;
  rows: number;
}

export function amountOf({ kind, positions }: Feed): { column: string; all: readonly string[] } | null {
  const all = (AMOUNTS[kind] ?? []).filter((name) => positions.has(name));
  const [column] = all;
  return column === undefined ? null : { column, all };
}

/** The currencies that the amounts of a staged file say, the most frequent first. */
async function countCurrencies(
  session: Session,
  { table }: Staged,
  amounts: readonly string[],
): Promise<CurrencyCount[]> {
  return session.rows<CurrencyCount>(
    `SELECT currency, count(*)::DOUBLE AS rows FROM ${quoteIdentifier(table)}
     WHERE NOT refused AND coalesce(${amounts.map(quoteIdentifier).join(', ')}, NULL) IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1`,
  );
}

function ask(feed: Feed, column: string, counts: readonly CurrencyCount[], usual: string): ImportQuestion {
  const file = feed.source.name;
  const heading = feed.source.headings[feed.positions.get(column) ?? -1] ?? column;
  const said = counts.flatMap(({ currency, rows }) =>
    currency === null ? [] : `${formatQuantity(rows)} en ${currency}`,
  );
  const unsaid = counts.find(({ currency }) => currency === null)?.rows ?? 0;
  const codes = [...new Set([usual, ...counts.flatMap(({ currency }) => currency ?? [])])];
  const which = unsaid > 1 ? `${formatQuantity(unsaid)} montants` : '1 montant';
  return {
    ...{ key: questionKey('currency', file, heading), code: 'currency', file, column: heading },
    text: `« ${heading} » dit plusieurs devises (${said.join(', ')}), et ${which} sans devise. En quelle devise ?`,
    choices: codes.map((value) => ({
      value,
      label: value,
      detail: value === usual ? 'la devise de l’enseigne' : null,
    })),
  };
}

/**
 * What the amounts that say no currency are in, where others of the same file say another than the organisation's: a
 * question, whose answer the feed then has.
 */
export async function settleCurrency(session: Session, staged: Staged): Promise<Staged> {
  const { feed } = staged;
  const amount = amountOf(feed);
  if (amount === null) return staged;
  const usual = feed.usual_currency ?? USUAL_CURRENCY;
  const counts = await countCurrencies(session, staged, amount.all);
  const foreign = counts.some(({ currency }) => currency !== null && currency !== usual);
  if (!foreign || !counts.some(({ currency }) => currency === null)) return staged;
  const question = ask(feed, amount.column, counts, usual);
  const unsaid_currency = answerTo(question, feed.answers);
  return {
    ...staged,
    questions: [...staged.questions, question],
    ...(unsaid_currency !== null && { feed: { ...feed, unsaid_currency } }),
  };
}

/** Currencies that staged files say, in any column. */
export async function currenciesSaid(session: Session, staged: readonly Staged[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (const { feed, table } of staged.filter(({ feed }) => feed.kind in AMOUNTS)) {
    const columns = feed.kind === 'items' ? ['currency', 'cost_currency'] : ['currency'];
    for (const column of columns)
      for (const { code } of await session.rows<{ code: string }>(
        `SELECT DISTINCT ${column} AS code FROM ${quoteIdentifier(table)} WHERE NOT refused AND ${column} IS NOT NULL`,
      ))
        found.add(code);
  }
  return found;
}
