import { playAt } from '../../clock.ts';

/** What happens at an hour (UTC) of a day of the demo: whoever opens it reads the acts on the calendar of its data. */
export function hoursOf(day: string): <T>(hour: string, play: () => T) => T {
  return (hour, play) => playAt(new Date(`${day}T${hour}:00Z`), play);
}
