import { useEffect, useMemo, useRef } from 'react';
import { fieldsOf, groupFieldsOf, lazyMetricsOf, type SourceHooks } from './listing-source.ts';
import type { ListingTree } from './use-listing-tree.ts';

export interface Needs {
  /** Read by the source at each request, so that a new column needs no new tree. */
  hooks: Pick<SourceHooks, 'lazyMetrics' | 'fields' | 'groupFields'>;
  lazy: string;
  fields: readonly string[];
}

/** What the visible columns read. */
export function useNeeds(columnIds: string, featured: string): Needs {
  const lazy = useMemo(() => lazyMetricsOf(columnIds.split(',')), [columnIds]);
  const fields = useMemo(
    () => fieldsOf(columnIds.split(','), featured ? featured.split(',') : []),
    [columnIds, featured],
  );
  const groupFields = useMemo(() => groupFieldsOf(columnIds.split(',')), [columnIds]);
  const now = useRef({ lazy, fields, groupFields });
  now.current = { lazy, fields, groupFields };
  const hooks = useMemo(
    () => ({
      lazyMetrics: () => now.current.lazy,
      fields: () => now.current.fields,
      groupFields: () => now.current.groupFields,
    }),
    [],
  );
  return { hooks, lazy: lazy.join(), fields };
}

/** Reads the rows again when a new column needs what they do not hold. */
export function useNewNeeds(needs: Needs, listing: { readonly current: ListingTree | null }): void {
  const asked = useRef(new Set(needs.fields));
  const askedLazy = useRef(needs.lazy);
  const { fields, lazy } = needs;
  useEffect(() => {
    const missing = fields.some((field) => !asked.current.has(field));
    const newLazy = lazy.split(',').some((metric) => metric && !askedLazy.current.includes(metric));
    for (const field of fields) asked.current.add(field);
    if (newLazy) askedLazy.current = lazy;
    if (missing) void listing.current?.refresh();
    else if (newLazy) {
      void listing.current?.tree?.enrichAll();
      listing.current?.refreshFigures();
    }
  }, [fields, lazy, listing]);
}
