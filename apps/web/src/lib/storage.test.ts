import { afterEach, describe, expect, it, vi } from 'vitest';
import { readStored, storageKeys, writeStored } from './storage.ts';
import { isBoolean, isStringList } from './use-stored.ts';

describe('choices kept in the browser', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    window.localStorage.clear();
  });

  it('[STORE-01] [STORE-02] [STORE-03] have the specified keys', () => {
    expect(storageKeys.goalSort).toBe('optimisation-goal-sort');
    expect(storageKeys.goalHidden).toBe('optimisation-goal-hidden');
    expect(storageKeys.listingDisplayMode).toBe('listing-display-mode');
  });

  it('[STORE-04] [STORE-05] [STORE-06] have a key each, all different', () => {
    const keys = Object.values(storageKeys);
    expect(keys).toContain(storageKeys.userView);
    expect(keys).toContain(storageKeys.view);
    expect(keys).toContain(storageKeys.newListing);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('come back as they were stored', () => {
    writeStored(storageKeys.goalHidden, ['cogs']);
    expect(readStored(storageKeys.goalHidden, isStringList, [])).toEqual(['cogs']);
  });

  it.each(['{', '"non"', '[1]', 'null'])('fall back when the stored text %s is not one of them', (text) => {
    window.localStorage.setItem(storageKeys.goalHidden, text);
    expect(readStored(storageKeys.goalHidden, isStringList, ['sales'])).toEqual(['sales']);
  });

  it('do not stop the screen when the browser refuses storage', () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(() => writeStored(storageKeys.newListing, true)).not.toThrow();
    expect(readStored(storageKeys.newListing, isBoolean, false)).toBe(false);
  });
});
