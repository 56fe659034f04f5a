/** The days of our time, in SQL: dates before or after are slips of the keyboard, or what systems write for none. */
export const FIRST_DAY = "DATE '1970-01-01'";
export const LAST_DAY = "DATE '2200-01-01'";

/** SQL of a date of our time; NULL for any other. */
export const ofOurTime = (column: string): string =>
  `CASE WHEN ${column} BETWEEN ${FIRST_DAY} AND ${LAST_DAY} THEN ${column} END`;
