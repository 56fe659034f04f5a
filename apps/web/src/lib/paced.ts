/** Work that is asked for often and done at times. */
export interface Paced {
  /** Does the work after a pause; asked again meanwhile it is done once, asked while it runs it is done again. */
  ask: () => void;
  /** Forgets what was asked. */
  stop: () => void;
}

/**
 * Work at a pace of its own, however often it is asked: first `pause` ms after the first asking (never later, so that
 * a constant stream of askings does not put it off for ever), never two at once, and resting at least as long as it
 * took, so that slow answers are asked less often. Failures go to `onError`.
 */
export function paced(work: () => Promise<void>, pause: number, onError: (error: unknown) => void): Paced {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = false;
  let again = false;
  let rest = pause;
  const run = async (): Promise<void> => {
    timer = undefined;
    running = true;
    const start = performance.now();
    try {
      await work();
    } catch (error) {
      onError(error);
    }
    rest = Math.max(pause, performance.now() - start);
    running = false;
    if (again) ask();
  };
  const ask = (): void => {
    again = running;
    if (!running) timer ??= setTimeout(run, rest);
  };
  const stop = (): void => {
    clearTimeout(timer);
    timer = undefined;
    again = false;
  };
  return { ask, stop };
}
