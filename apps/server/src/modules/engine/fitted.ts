import { createHash } from 'node:crypto';
import type { WeeklyPanelData } from '@palier/analytics';
import { type DemandModel, firstWeeks, fitDemand } from '@palier/engine';

type Panel = WeeklyPanelData['panel'];

/** Models kept: of the present, and of the weeks before each past phase of an operation. */
const MOST_KEPT = 8;

const kept = new Map<string, DemandModel>();
const prints = new WeakMap<Panel, string>();

/**
 * The demand model of a panel's first weeks (all by default). The projects of one import learn from the same sales, and
 * past phases of the same days from the same weeks: what this thread fitted last is not fitted again. Not to be written to.
 */
export function fittedDemand(panel: Panel, weeks: number = panel.week_count): DemandModel {
  const key = `${printOf(panel)} ${weeks}`;
  const model = kept.get(key) ?? fitDemand(weeks === panel.week_count ? panel : firstWeeks(panel, weeks));
  kept.delete(key);
  kept.set(key, model);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  return model;
}

/** A print of all that a panel says. */
function printOf(panel: Panel): string {
  const known = prints.get(panel);
  if (known) return known;
  const hash = createHash('sha256');
  for (const [name, value] of Object.entries(panel)) {
    if (ArrayBuffer.isView(value)) hash.update(`${name} ${value.byteLength} `).update(value);
    else hash.update(`${name} ${value} `);
  }
  const print = hash.digest('base64');
  prints.set(panel, print);
  return print;
}
