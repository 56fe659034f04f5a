import { type ImportAnswers, type ImportQuestion, questionKey, readingOf } from '@palier/domain';
import type { Session } from '../database/session.ts';
import { quoteIdentifier } from '../database/sql.ts';
import { USUAL_CURRENCY } from '../warehouse/previous.ts';
import type { WarehouseManifest } from '../warehouse/types.ts';
import { amountOf, currenciesSaid } from './currency.ts';
import type { Staged } from './staged.ts';

/** The organisation's currency as a first delivery tells it; undefined: nothing of it does. */
interface OwnCurrency {
  currency: string | undefined;
  /** Asked where some files say another currency than the usual one, and others none. */
  question: ImportQuestion | null;
}

/** The first file with an amount that says no currency; undefined when each says one. */
async function firstUnsaid(session: Session, staged: readonly Staged[]): Promise<string | undefined> {
  for (const { feed, table } of staged) {
    const amounts = amountOf(feed)?.all ?? [];
    if (amounts.length === 0) continue;
    const given = amounts.map((name) => `${quoteIdentifier(name)} IS NOT NULL`).join(' OR ');
    const [row] = await session.rows(
      `SELECT 1 FROM ${quoteIdentifier(table)} WHERE NOT refused AND currency IS NULL AND (${given}) LIMIT 1`,
    );
    if (row) return feed.source.name;
  }
  return undefined;
}

/** `unsaid`: the amounts that say none, as a sentence names them; `apart`: those that say one are set apart from them. */
function ask(said: string, file: string, unsaid: string, apart: boolean): ImportQuestion {
  const codes = apart ? [USUAL_CURRENCY, said] : [said, USUAL_CURRENCY];
  return {
    ...{ key: questionKey('currency', file), code: 'currency', file, column: null },
    text: `Des montants sont en ${said}, et ${unsaid} ne disent pas leur devise. Quelle est celle de l’enseigne ?`,
    choices: codes.map((value) => ({
      value,
      label: value,
      detail: `Les montants qui ne disent rien sont en ${value}`,
    })),
  };
}

/** The currencies that a delivery's rates are of, and the file that gives them. */
async function ratesSaid(
  session: Session,
  staged: readonly Staged[],
): Promise<{ file: string; codes: string[] }> {
  const codes: string[] = [];
  const rates = staged.filter(({ feed }) => feed.kind === 'rates');
  for (const { table } of rates) {
    const rows = await session.rows<{ code: string }>(
      `SELECT DISTINCT currency AS code FROM ${quoteIdentifier(table)} WHERE NOT refused AND currency IS NOT NULL`,
    );
    codes.push(...rows.map(({ code }) => code));
  }
  return { file: rates[0]?.feed.source.name ?? '', codes };
}

/** Of several currencies: who gives rates of the usual one counts in another, which is asked. */
async function amongSeveral(
  session: Session,
  staged: readonly Staged[],
  answers: ImportAnswers | undefined,
  codes: readonly string[],
): Promise<OwnCurrency> {
  const rates = await ratesSaid(session, staged);
  const likely = codes.find((code) => !rates.codes.includes(code));
  const sold = staged.find(({ feed }) => amountOf(feed) !== null)?.feed.source.name ?? rates.file;
  if (!rates.codes.includes(USUAL_CURRENCY) || likely === undefined)
    return { currency: undefined, question: null };
  const question: ImportQuestion = {
    ...{ key: questionKey('currency', sold), code: 'currency', file: sold, column: null },
    text: `Des montants sont en ${codes.join(' et en ')}, et ${rates.file} donne le cours de ${USUAL_CURRENCY}. Quelle est la devise de l’enseigne ?`,
    choices: [likely, ...codes.filter((code) => code !== likely)].map((value) => ({
      ...{ value, label: value },
      detail: `Les autres devises sont converties en ${value} par les taux`,
    })),
  };
  return { currency: readingOf(question, answers) ?? likely, question };
}

/**
 * The organisation's currency, while none is set: the one that the files say, where it is one. Amounts of other files
 * that say none could as well be in the usual currency: that is asked.
 */
export async function ownCurrency(
  session: Session,
  staged: readonly Staged[],
  answers: ImportAnswers | undefined,
  previous: WarehouseManifest | null,
): Promise<OwnCurrency> {
  const [said, ...others] = await currenciesSaid(session, staged);
  if (said === undefined) return { currency: undefined, question: null };
  const isFirst = previous === null || previous.totals.item_group_count === 0;
  if (others.length > 0)
    return isFirst
      ? amongSeveral(session, staged, answers, [said, ...others])
      : { currency: undefined, question: null };
  if (said === USUAL_CURRENCY) return { currency: said, question: null };
  const file = await firstUnsaid(session, staged);
  if (isFirst && file === undefined) return { currency: said, question: null };
  // A currency chosen for one file sets it apart; data in place were counted in the usual one so far.
  const apart = !isFirst || staged.some(({ feed }) => feed.file_currency === said);
  const named = file ?? staged.find(({ feed }) => amountOf(feed) !== null)?.feed.source.name ?? '';
  const question = ask(said, named, isFirst ? 'ceux de ce fichier' : 'ceux des données en place', apart);
  return { currency: readingOf(question, answers) ?? said, question };
}
