import { describe, expect, it } from 'vitest';
import { actTime, playAt, playedTime } from './clock.ts';

const MONDAY = new Date('2020-01-06T07:10:00Z');

describe('the clock of acts', () => {
  it('is the time of day, until a past day is played', async () => {
    expect(playedTime()).toBeUndefined();
    const before = Date.now();
    expect(actTime().getTime()).toBeGreaterThanOrEqual(before);
    const seen = await playAt(MONDAY, async () => {
      await Promise.resolve();
      return actTime().toISOString();
    });
    expect(seen.slice(0, 15)).toBe('2020-01-06T07:1');
    expect(playedTime()).toBeUndefined();
  });

  it('runs on while a day is played, and never to a day to come', () => {
    playAt(MONDAY, () => expect(actTime().getTime()).toBeGreaterThanOrEqual(MONDAY.getTime()));
    const tomorrow = new Date(Date.now() + 86_400_000);
    playAt(tomorrow, () => expect(playedTime()).toBeUndefined());
  });
});
