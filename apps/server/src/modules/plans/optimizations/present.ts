import type { Optimization } from '@palier/contract';
import { letterOf } from './letters.ts';
import type { OptimizationRow } from './repository.ts';

export function presentOptimization(row: OptimizationRow): Optimization {
  return {
    _id: row.optimization_id,
    scenario_id: row.scenario_id,
    letter: letterOf(row.place),
    name: row.name,
    goal: row.goal,
    status: row.status,
    projects: row.parameters.projects,
    progress: row.progress,
    stage: row.stage,
    error: row.error,
    created_at: row.created_at.toISOString(),
    created_by: row.created_by,
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
    result_overview: row.result_overview,
  };
}
