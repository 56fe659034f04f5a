import type { Project } from '@palier/contract';
import { useMemo } from 'react';
import { objectiveOfProducts } from '../../../lib/distribution.ts';
import { useActRefusal } from '../../../lib/session/use-refusal.ts';
import type { Group } from '../rows/row.ts';
import { projectLevels } from '../screen/project-view.ts';
import type { ListingState } from '../screen/url-state.ts';
import type { CellContext } from './context.ts';
import { forecastLengths } from './forecast-lengths.ts';

interface CellContextOptions extends Pick<CellContext, 'compact' | 'references' | 'actions'> {
  project: Project;
  state: ListingState;
  /** Ids of the fields under a product's name, joined by commas. */
  featured: string;
  total: Group | null;
}

/** What the listing's cells need to know; the same object until one of its parts changes, so that rows are not drawn again. */
export function useCellContext(options: CellContextOptions): CellContext {
  const { project, state, compact, featured, references, actions } = options;
  const { mode, product } = state;
  const { coverageStat } = state.parameters;
  const validation = state.validation !== null;
  const totalStock = options.total?.stock_qty ?? 0;
  const grouping = state.parameters.groupBy.join();
  const dataDate = project.snapshot?.data_date ?? project.data_date ?? null;
  const locked = useActRefusal('edit', project) !== null;
  return useMemo(
    () => ({
      compact,
      mode,
      validation,
      levels: projectLevels(project),
      has_optimizations: project.has_optimizations,
      catalog_currency: project.catalog_currency,
      accounting_currency: project.accounting_currency,
      grouping: grouping ? grouping.split(',') : [],
      featured: featured ? featured.split(',') : [],
      coverage_stat: coverageStat,
      scenarios: project.scenarios,
      objective: objectiveOfProducts(project.objective),
      total_stock: totalStock,
      data_date: dataDate,
      phase_starts: project.phases.map(({ start_date }) => start_date),
      lengths: forecastLengths(project, dataDate),
      working_phase: project.working_phase,
      work_locked: locked,
      open_product: product,
      references,
      actions,
    }),
    [
      compact,
      mode,
      validation,
      project,
      dataDate,
      locked,
      grouping,
      featured,
      coverageStat,
      totalStock,
      product,
      references,
      actions,
    ],
  );
}
