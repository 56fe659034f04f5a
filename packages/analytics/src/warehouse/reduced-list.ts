import { quoteText } from '../database/sql.ts';

/** The price list that keeps what products are sold at for a time, beside the usual one. */
export const REDUCED_LIST = 'Prix démarqués';

/** SQL of the name of the list of reduced prices beside a list, an expression of its name. */
export const reducedListSql = (list: string): string =>
  `(${quoteText(REDUCED_LIST)} || CASE WHEN ${list} = '' THEN '' ELSE ' ' || ${list} END)`;

/** SQL of whether a list is one of reduced prices. */
export const isReducedSql = (list: string): string => `starts_with(${list}, ${quoteText(REDUCED_LIST)})`;

/** The list of reduced prices that a list has beside it. */
export const reducedListOf = (list: string): string =>
  list === '' ? REDUCED_LIST : `${REDUCED_LIST} ${list}`;

/** The lists of reduced prices beside a list: its own, and the one where files of one list keep theirs. */
export const reducedListsOf = (list: string): string[] => [...new Set([reducedListOf(list), REDUCED_LIST])];
