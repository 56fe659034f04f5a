import { useSyncExternalStore } from 'react';

/** A value outside React that components can follow. For what is neither server state nor of one screen. */
export interface Store<State> {
  get: () => State;
  set: (update: (state: State) => State) => void;
  subscribe: (listener: () => void) => () => void;
}

/** Makes a store holding `initial`. */
export function createStore<State>(initial: State): Store<State> {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set: (update) => {
      const next = update(state);
      if (Object.is(next, state)) return;
      state = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The store's present value; the component renders again when it changes. */
export function useStore<State>(store: Store<State>): State {
  return useSyncExternalStore(store.subscribe, store.get);
}
