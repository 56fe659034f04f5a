import { HORIZONS, type Horizon } from '@palier/domain';
import { readStored, storageKeys, writeStored } from './storage.ts';
import { createStore, useStore } from './store.ts';

function isHorizon(value: unknown): value is Horizon {
  return HORIZONS.some((horizon) => horizon === value);
}

const chosen = createStore<Horizon>(readStored(storageKeys.horizon, isHorizon, 'end'));

function choose(horizon: Horizon): void {
  writeStored(storageKeys.horizon, horizon);
  chosen.set(() => horizon);
}

/** The days that forecast figures are of, one choice for every screen; kept in the browser, to the end at first. */
export function useHorizon(): [horizon: Horizon, choose: (horizon: Horizon) => void] {
  return [useStore(chosen), choose];
}
