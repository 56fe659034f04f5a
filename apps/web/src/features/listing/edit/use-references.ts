import type { References as Answer } from '@palier/contract';
import { groupKey, type Horizon } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ScaleMark } from '../../../ui/scale.tsx';
import type { Selection } from '../api/discounts.ts';
import { readReferences } from '../api/queries.ts';
import type { EffectMeasure } from '../rows/row.ts';

export type GroupReferences = Answer['data'][number];
/** The figures that stand on a scale of references. */
export type ReferenceMeasure = EffectMeasure;

/** Other outcomes that the listing's figures are read against. */
export interface References {
  /** Those of a group by its keys, of the whole listing without keys; null until the server knows. */
  find: (keys: readonly (string | null)[]) => GroupReferences | null;
  last_year: Answer['last_year'] | null;
  /** Changes made since the checkpoint, by anyone. */
  since_count: number;
}

/** A group of no value and the whole listing have the same key: their depth tells them apart. */
function nameOf(keys: readonly (string | null)[]): string {
  return `${keys.length} ${groupKey(keys)}`;
}

/** The best of each figure alone, by its name on screen. */
const BEST: Readonly<Record<Exclude<ReferenceMeasure, 'discount_budget'>, string>> = {
  sales_qty: 'Max ventes',
  sales: 'Max CA',
  profit: 'Max marge des ventes',
  profit_after_leftovers: 'Max marge',
  stock: 'Min stock',
};

/** Doing nothing, last year's same days and the best attainable, as marks of a scale; unknown ones are left out. */
export function referenceMarks(
  references: GroupReferences | null,
  horizon: Horizon,
  measure: ReferenceMeasure,
): ScaleMark[] {
  if (!references) return [];
  const { nothing, last_year, best } = references[horizon];
  const mark = (kind: ScaleMark['kind'], label: string, value: number | null): ScaleMark[] =>
    value === null ? [] : [{ kind, value, label }];
  // What was left in stock at that time is kept nowhere.
  const isKept = measure !== 'stock' && measure !== 'profit_after_leftovers';
  return [
    ...mark('reference', 'Ne rien faire', nothing[measure]),
    ...(last_year && isKept ? mark('reference', 'N−1', last_year[measure]) : []),
    ...(measure === 'discount_budget' ? [] : mark('optimum', BEST[measure], best[measure])),
  ];
}

/** What the listed products and their groups are read against; missing until the server knows. */
export function useReferences(
  project: string,
  selection: Selection,
  by: readonly string[],
  since: string | null,
  enabled: boolean,
): References {
  const answer = useQuery({
    ...readReferences(project, selection, by, since),
    enabled: enabled && since !== null,
  });
  return useMemo(() => {
    const groups = new Map(answer.data?.data.map((group) => [nameOf(group.keys), group]));
    return {
      find: (keys) => groups.get(nameOf(keys)) ?? null,
      last_year: answer.data?.last_year ?? null,
      since_count: answer.data?.since_count ?? 0,
    };
  }, [answer.data]);
}
