const hour = new Intl.DateTimeFormat('fr-FR', { hour: 'numeric', minute: '2-digit' });
const moment = new Intl.DateTimeFormat('fr-FR', {
  ...{ day: 'numeric', month: 'short' },
  ...{ hour: 'numeric', minute: '2-digit' },
});
const day = new Intl.DateTimeFormat('fr-FR', { day: 'numeric', month: 'short' });

/** « 9:41 » today, « hier 18:05 », else « 3 juil. ». */
export function activityTime(date: Date, now: Date): string {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (date >= midnight) return hour.format(date);
  return date >= yesterday ? `hier ${hour.format(date)}` : day.format(date);
}

/** A moment as « 8 juil. 9:12 »; browsers put « à » or a comma between. */
export function momentText(date: string): string {
  const time = Date.parse(date);
  return Number.isFinite(time) ? moment.format(time).replace(/( à|,) /, ' ') : '-';
}
