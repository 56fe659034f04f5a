import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { paced } from './paced.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const wait = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

describe('work at a pace of its own', () => {
  it('is not put off by a constant stream of askings', async () => {
    const work = vi.fn(async () => undefined);
    const { ask } = paced(work, 200, () => undefined);
    for (let asked = 0; asked < 20; asked += 1) {
      ask();
      await wait(50);
    }
    expect(work).toHaveBeenCalledTimes(5);
  });

  it('is done once more after a run that was asked again meanwhile, and never twice at once', async () => {
    let running = 0;
    let most = 0;
    const work = vi.fn(async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((done) => setTimeout(done, 500));
      running -= 1;
    });
    const { ask } = paced(work, 100, () => undefined);
    ask();
    await wait(200);
    ask();
    ask();
    await wait(3000);
    expect(work).toHaveBeenCalledTimes(2);
    expect(most).toBe(1);
  });

  it('rests as long as it took', async () => {
    const started: number[] = [];
    const work = async (): Promise<void> => {
      started.push(performance.now());
      await new Promise((done) => setTimeout(done, 1000));
    };
    const { ask } = paced(work, 100, () => undefined);
    const start = performance.now();
    for (let asked = 0; asked < 50; asked += 1) {
      ask();
      await wait(100);
    }
    expect(started.map((at) => at - start)).toEqual([100, 2100, 4100]);
  });

  it('goes on after a failure, and does nothing more once stopped', async () => {
    const onError = vi.fn();
    const work = vi.fn().mockRejectedValueOnce(new Error('coupé')).mockResolvedValue(undefined);
    const { ask, stop } = paced(work, 100, onError);
    ask();
    await wait(100);
    expect(onError).toHaveBeenCalledWith(new Error('coupé'));
    ask();
    await wait(100);
    expect(work).toHaveBeenCalledTimes(2);
    ask();
    stop();
    await wait(1000);
    expect(work).toHaveBeenCalledTimes(2);
  });
});
