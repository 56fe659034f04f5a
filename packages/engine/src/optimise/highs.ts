import type { Highs, ModelData } from 'highs';
import type { MipModel, MipSolution, MipSolver } from './types.ts';

/**
 * Loads the HiGHS solver (WebAssembly). `solve` then blocks its thread: run it in a worker. Limits are
 * nodes and gaps, never clocks, so that the same problem gives the same answer.
 */
export async function loadHighsSolver(): Promise<MipSolver> {
  const module = await import('highs');
  // The package types itself as CommonJS, so its default export is seen one level too deep.
  // biome-ignore lint/plugin: at run time it is the loader itself
  const loadHighs = module.default as unknown as () => Promise<Highs>;
  const highs = await loadHighs();
  return { solve: (model) => solveWithHighs(highs, model) };
}

function solveWithHighs(highs: Highs, model: MipModel): MipSolution {
  const failed = { status: 'failed', values: new Float64Array(0), objective: 0, bound: 0 } as const;
  const instance = highs.createModel(toModelData(highs, model));
  try {
    instance.options.set({
      output_flag: false,
      mip_max_nodes: model.max_nodes,
      mip_rel_gap: model.relative_gap,
      random_seed: 0,
      ...(model.tolerance !== undefined && {
        mip_feasibility_tolerance: model.tolerance,
        primal_feasibility_tolerance: model.tolerance,
      }),
      ...(model.max_seconds !== undefined && { time_limit: model.max_seconds }),
    });
    const { modelStatus } = instance.run();
    const codes = highs.constants.modelStatus;
    if (modelStatus === codes.infeasible) return { ...failed, status: 'infeasible' };
    const values = instance.getSolution().colValue;
    const objective = instance.getObjectiveValue();
    const isMip = model.binary.includes(1);
    const bound = isMip ? Number(instance.info.get('mip_dual_bound')) : objective;
    if (values.length !== model.objective.length || !Number.isFinite(objective)) return { ...failed, bound };
    return { status: modelStatus === codes.optimal ? 'optimal' : 'feasible', values, objective, bound };
  } finally {
    instance.dispose();
  }
}

function toModelData(highs: Highs, model: MipModel): ModelData {
  const columns = model.objective.length;
  const starts = new Int32Array(model.rows.length + 1);
  model.rows.forEach((row, r) => {
    starts[r + 1] = (starts[r] ?? 0) + row.columns.length;
  });
  const entries = starts[model.rows.length] ?? 0;
  const indices = new Int32Array(entries);
  const values = new Float64Array(entries);
  model.rows.forEach((row, r) => {
    indices.set(row.columns, starts[r]);
    values.set(row.values, starts[r]);
  });
  const upper = Float64Array.from(model.binary, (flag) => (flag === 1 ? 1 : highs.infinity));
  return {
    numCols: columns,
    numRows: model.rows.length,
    sense: highs.constants.objectiveSense.maximize,
    colCost: model.objective,
    colLower: new Float64Array(columns),
    colUpper: upper,
    rowLower: model.rows.map((row) => row.lower),
    rowUpper: model.rows.map((row) => row.upper),
    matrix: { format: 'csr', numRows: model.rows.length, numCols: columns, starts, indices, values },
    integrality: Int32Array.from(model.binary),
  };
}
