import { AsyncLocalStorage } from 'node:async_hooks';

interface Played {
  /** When the play is said to begin, and when it did. */
  at: number;
  since: number;
}

const plays = new AsyncLocalStorage<Played>();

/**
 * The time of what is being done, where a past day is being played; undefined when it is done now. Goes on from the
 * played beginning at the clock's own pace.
 */
export function playedTime(): Date | undefined {
  const played = plays.getStore();
  return played && new Date(played.at + Date.now() - played.since);
}

/** When what is being done happens: what an act, a run or a signature bears. */
export function actTime(): Date {
  return playedTime() ?? new Date();
}

/** Does something as on another day: what it writes bears that time, and what its jobs write. Never a day to come. */
export function playAt<T>(at: Date | undefined, play: () => T): T {
  const since = Date.now();
  return at && at.getTime() < since ? plays.run({ at: at.getTime(), since }, play) : play();
}
