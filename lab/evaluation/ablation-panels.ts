import { ablate, type PartWorth } from './ablation.ts';
import { FAMILIES } from './families.ts';
import { REAL_PANELS, realDataFolder } from './real-panels.ts';
import type { EvaluationPanel } from './types.ts';

/** The two-week panel has no rolling origin. */
const NOT_ROLLING = 'nordic_fashion_2017';

/** The ablation on each panel wanted (default: all that this machine has), by name. */
export function ablatePanels(wanted?: readonly string[]): Record<string, PartWorth[]> {
  const folder = realDataFolder();
  const real =
    folder === null
      ? []
      : Object.entries(REAL_PANELS).map(([name, read]) => [name, () => read(folder)] as const);
  const drawn = Object.entries(FAMILIES).map(([name, draw]) => [name, () => draw(1)] as const);
  const panels: (readonly [string, () => EvaluationPanel])[] = [...real, ...drawn];
  return Object.fromEntries(
    panels
      .filter(([name]) => wanted?.includes(name) ?? name !== NOT_ROLLING)
      .map(([name, read]) => [name, ablate(read())]),
  );
}
