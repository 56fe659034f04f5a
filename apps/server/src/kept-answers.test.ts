import { describe, expect, it } from 'vitest';
import { KeptAnswers } from './kept-answers.ts';

describe('answers that are long to make', () => {
  it('are made once for all who ask the same, and again after a failure', async () => {
    const kept = new KeptAnswers<number>(4);
    let made = 0;
    const make = async () => {
      made += 1;
      if (made === 1) throw new Error('not yet');
      return made;
    };
    await expect(Promise.all([kept.get('a', make), kept.get('a', make)])).rejects.toThrow('not yet');
    expect(await Promise.all([kept.get('a', make), kept.get('a', make)])).toEqual([2, 2]);
    expect(await kept.get('b', make)).toBe(3);
  });

  it('give way to later ones, the one that was not asked for the longest first', async () => {
    const kept = new KeptAnswers<string>(2);
    const asked: string[] = [];
    const ask = (key: string) =>
      kept.get(key, async () => {
        asked.push(key);
        return key;
      });
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) expect(await ask(key)).toBe(key);
    expect(asked).toEqual(['a', 'b', 'c', 'b']);
  });
});
