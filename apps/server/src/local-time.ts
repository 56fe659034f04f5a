/** Where people of a French retailer are. */
const ZONE = 'Europe/Paris';

/** The day (YYYY-MM-DD), hour and minute where people are. */
export function localTime(at: Date): { day: string; hour: number; minute: number } {
  const text = new Intl.DateTimeFormat('sv-SE', {
    timeZone: ZONE,
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  }).format(at);
  return { day: text.slice(0, 10), hour: Number(text.slice(11, 13)), minute: Number(text.slice(14, 16)) };
}

/** The day where people are: what starts or ends with a day does so at their midnight, not at that of the clock. */
export const today = (now: Date = new Date()): string => localTime(now).day;
