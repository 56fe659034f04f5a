import { createHash } from 'node:crypto';
import type { WeeklyPanelData } from '@palier/analytics';
import { type DemandModel, fitDemand } from '@palier/engine';

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

/** The panel as it stood after its first weeks. */
function firstWeeks(panel: Panel, weeks: number): Panel {
  const cut = (matrix: Float32Array) => {
    const part = new Float32Array(panel.item_count * weeks);
    for (let item = 0; item < panel.item_count; item++)
      part.set(matrix.subarray(item * panel.week_count, item * panel.week_count + weeks), item * weeks);
    return part;
  };
  return {
    ...panel,
    week_count: weeks,
    units: cut(panel.units),
    discount: cut(panel.discount),
    availability: panel.availability && cut(panel.availability),
    breadth: panel.breadth && cut(panel.breadth),
    price_index: panel.price_index && cut(panel.price_index),
  };
}
