const hour = new Intl.DateTimeFormat('fr-FR', { hour: 'numeric', minute: '2-digit' });
const day = new Intl.DateTimeFormat('fr-FR', { day: 'numeric', month: 'short' });

/** « 9:41 » today, « hier 18:05 », else « 3 juil. ». */
export function activityTime(date: Date, now: Date): string {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (date >= midnight) return hour.format(date);
  return date >= yesterday ? `hier ${hour.format(date)}` : day.format(date);
}
