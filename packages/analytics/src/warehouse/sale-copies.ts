import type { StagedRows } from './types.ts';

/** `lines`: each line has its number in its ticket; `tickets`: some have a ticket alone; `none`: no file says any. */
export type Tickets = 'lines' | 'tickets' | 'none';

export function ticketsOf(staged: readonly StagedRows[]): Tickets {
  const files = (name: string): number => staged.filter(({ feed }) => feed.positions.has(name)).length;
  if (files('ticket') === 0) return 'none';
  return files('ticket') === staged.length && files('ticket_line') === staged.length ? 'lines' : 'tickets';
}

const ALIKE =
  'count(*) > 1 AND min(quantity) = max(quantity) AND min(amount) IS NOT DISTINCT FROM max(amount) AND max(quantity) <> 0';

/**
 * SQL of how many times the rows of a day, variant and place came, identical. Two lines of two tickets never are the
 * same, and two of one ticket may be two pieces: only a line's number in its ticket tells. Where no ticket is given,
 * rows that differ at one day, variant and place (`mixed`), or equal ones that are now two and now three, show
 * that the file has a line for each sale: what comes twice comes as often everywhere.
 */
export function copiesSql(tickets: Tickets): { copies: string; mixed: string } {
  if (tickets === 'tickets') return { copies: 'NULL::BIGINT', mixed: 'false' };
  if (tickets === 'none')
    return { copies: `CASE WHEN ${ALIKE} THEN count(*) END`, mixed: `count(*) > 1 AND NOT (${ALIKE})` };
  const times = 'count(*) // count(DISTINCT ticket)';
  return {
    copies: `CASE WHEN ${times} > 1 AND count(*) % count(DISTINCT ticket) = 0 THEN ${times} END`,
    mixed: 'false',
  };
}
