/** A week by its number: `S22`, `Sem. 22`, `KW22`, `Week 22`. */
const WEEK = /^(?:s|sem|semaine|w|wk|week|kw|woche|uge|semana|sett)[ ._-]*(\d{1,2})$/i;

/** The number of the week that a heading names; null for any other heading. */
export function weekNamed(heading: string): number | null {
  const week = Number(WEEK.exec(heading)?.[1] ?? 0);
  return week >= 1 && week <= 53 ? week : null;
}
