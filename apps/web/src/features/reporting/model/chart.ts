import { isShown, type SerieMetric, serieGap } from '@palier/domain';
import { roundTicks } from '../../../lib/round-ticks.ts';
import { figureOf } from './columns.ts';

import { pathText, type ReportGroup } from './rows.ts';

/** A group of bars: a value a serie (null: not known), and how far the first of them is from the reference. */
export interface BarGroup {
  id: string;
  label: string;
  values: readonly (number | null)[];
  gap: number | null;
}

/** The serie whose gap to the reference is written under each group: the first that is not the reference. */
export function mainSerie(count: number, reference: number): number {
  return reference === 0 && count > 1 ? 1 : 0;
}

/** The groups of a metric, the largest first. */
export function barGroups(
  groups: readonly ReportGroup[],
  metric: SerieMetric,
  count: number,
  reference: number,
): BarGroup[] {
  const main = mainSerie(count, reference);
  // « Noir » of one family beside « Noir » of another would say nothing.
  const alike = Map.groupBy(groups, ({ label }) => label);
  return groups
    .map(({ id, label: own, node }): BarGroup => {
      const label = (alike.get(own)?.length ?? 0) > 1 ? pathText(id) : own;
      const values = Array.from({ length: count }, (_, serie) => figureOf(node, serie, metric));
      return { id, label, values, gap: count > 1 ? serieGap(values[main], values[reference], metric) : null };
    })
    .sort((a, b) => largest(b, main) - largest(a, main));
}

const largest = ({ values }: BarGroup, main: number): number =>
  values[main] ?? Math.max(Number.NEGATIVE_INFINITY, ...values.filter(isShown));

/** The same as amounts above or under the reference, what gains most first; the reference has none. */
export function gapGroups(groups: readonly BarGroup[], reference: number): BarGroup[] {
  const above = groups.map((group): BarGroup => {
    const base = group.values[reference];
    const values = group.values.map((value, serie) =>
      serie === reference || !isShown(value) || !isShown(base) ? null : value - base,
    );
    return { ...group, values };
  });
  const first = (group: BarGroup): number => group.values.find(isShown) ?? Number.NEGATIVE_INFINITY;
  return above.sort((a, b) => first(b) - first(a));
}

/** A vertical scale of round values that has zero in it. */
export interface ValueAxis {
  ticks: readonly number[];
  low: number;
  high: number;
}

export function valueAxis(values: readonly (number | null)[], divisor: number): ValueAxis {
  const known = values.filter(isShown).map((value) => value / divisor);
  const low = Math.min(0, ...known);
  const high = Math.max(0, ...known);
  const ticks = roundTicks(low, high === low ? low + 1 : high, 5);
  return { ticks, low: Math.min(low, ticks[0] ?? low), high: Math.max(high, ticks.at(-1) ?? high) };
}

/** Below this width a group has no room for its name and its gap. */
const NAMED_FROM = 64;
/** Where some of them are named, a name has this width; one that says its place too has more. */
const NAME_WIDTH = 108;
const PATH_WIDTH = 180;
/** Letters of a name that has no room where only some are named. */
const LONG_NAME = 17;
/** Below this one its bars could not be told apart. */
const NARROWEST = 5;

/** What a name may take where only some are written, px: more when long names say the place of their group too. */
export function nameWidth(groups: readonly Pick<BarGroup, 'id' | 'label'>[]): number {
  const isPath = ({ id, label }: Pick<BarGroup, 'id' | 'label'>): boolean =>
    label !== id && label === pathText(id);
  return groups.some((group) => group.label.length > LONG_NAME && isPath(group)) ? PATH_WIDTH : NAME_WIDTH;
}

/** How many groups a width shows, and which of them are named. */
export interface SlotPlan {
  shown: number;
  slot: number;
  /** Every how many groups a name is written. */
  step: number;
  dense: boolean;
}

/** @param name_width of the names where only some are written, px */
export function planSlots(count: number, width: number, name_width: number = NAME_WIDTH): SlotPlan {
  const shown = Math.max(1, Math.min(count, Math.floor(width / NARROWEST)));
  const slot = width / shown;
  const step = Math.max(1, Math.ceil(name_width / slot));
  return { shown, slot, step: slot >= NAMED_FROM ? 1 : step, dense: slot < NAMED_FROM };
}
