import { afterEach, describe, expect, it } from 'vitest';
import { endProgress, progressStore, startProgress, withProgress } from './progress.ts';

describe('progress over the screen', () => {
  afterEach(endProgress);

  it('[ENT-03] is hidden at first and has two ways to show', () => {
    expect(progressStore.get()).toMatchObject({ show: null, isProgressing: false });
    startProgress();
    expect(progressStore.get().show).toBe('indeterminate');
    progressStore.set((state) => ({ ...state, show: 'progress', value: 0.5 }));
    expect(progressStore.get()).toMatchObject({ show: 'progress', value: 0.5 });
  });

  it('[STATE-13] runs from start to end', () => {
    startProgress();
    expect(progressStore.get().isProgressing).toBe(true);
    endProgress();
    expect(progressStore.get()).toMatchObject({ show: null, isProgressing: false });
  });

  it('[STATE-14] says « Mise à jour du projet… » when it has no label of its own', () => {
    startProgress();
    expect(progressStore.get().label).toBe('Mise à jour du projet\u2026');
    startProgress('Import en cours');
    expect(progressStore.get().label).toBe('Import en cours');
  });

  it('goes away when the work fails', async () => {
    await expect(withProgress(() => Promise.reject(new Error('non')))).rejects.toThrow('non');
    expect(progressStore.get().show).toBeNull();
  });
});
