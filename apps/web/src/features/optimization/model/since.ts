const hour = new Intl.DateTimeFormat('fr-FR', { hour: 'numeric', minute: '2-digit' });
const day = new Intl.DateTimeFormat('fr-FR', { day: 'numeric', month: 'short' });

/** « en vigueur, 10:08 », with its day when it is not today's: since when the plan in force is what it is. */
export function sinceText(instant: string | null, now = new Date()): string {
  if (instant === null) return 'en vigueur';
  const since = new Date(instant);
  const isToday = since.toDateString() === now.toDateString();
  return `en vigueur, ${isToday ? '' : `${day.format(since)} `}${hour.format(since)}`;
}
