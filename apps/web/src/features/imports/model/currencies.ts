import { CURRENCY_WRITINGS } from '@palier/domain';

/** Every currency that Palier reads, to choose among. */
export const CURRENCY_OPTIONS: readonly { value: string; label: string }[] = [
  ...new Set(CURRENCY_WRITINGS.values()),
].map((value) => ({ value, label: value }));
