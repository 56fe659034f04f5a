import { createStore } from './store.ts';

/** Work that blocks the screen. `value` between 0 and 1 when `show` is 'progress'. */
export interface ProgressState {
  show: null | 'progress' | 'indeterminate';
  label: string;
  isProgressing: boolean;
  value: number;
}

export const defaultProgressLabel = 'Mise à jour du projet…';

const hidden: ProgressState = { show: null, label: defaultProgressLabel, isProgressing: false, value: 0 };

export const progressStore = createStore<ProgressState>(hidden);

/** Shows that work goes on, its end unknown. */
export function startProgress(label: string = defaultProgressLabel): void {
  progressStore.set(() => ({ show: 'indeterminate', label, isProgressing: true, value: 0 }));
}

/** Takes the progress away. */
export function endProgress(): void {
  progressStore.set(() => hidden);
}

/** Shows progress while `work` runs, and takes it away whether it succeeds or fails. */
export async function withProgress<Result>(work: () => Promise<Result>, label?: string): Promise<Result> {
  startProgress(label);
  try {
    return await work();
  } finally {
    endProgress();
  }
}
