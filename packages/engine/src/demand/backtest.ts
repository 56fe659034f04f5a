/** Forecasts of finished phases beside what was sold; one entry per line and phase. */
export interface BacktestRows {
  forecast: Float64Array;
  p10: Float64Array;
  p90: Float64Array;
  actual: Float64Array;
  /** What the scores are sliced by: phase, discount level, category… one code per entry. */
  key: Int32Array;
}

/** How the forecasts of one slice did. Null where nothing was sold. */
export interface BacktestScore {
  key: number;
  count: number;
  forecast: number;
  actual: number;
  /** Σ(forecast − actual) / Σ actual. */
  bias: number | null;
  /** Σ|forecast − actual| / Σ actual. */
  wape: number | null;
  /** Share of entries between their p10 and p90, both included. */
  coverage_80: number;
}

/** Scores of every slice, by key ascending: forecast against actual, to be kept beside the figures. */
export function backtest(rows: BacktestRows): BacktestScore[] {
  const slices = new Map<
    number,
    { count: number; forecast: number; actual: number; absolute: number; held: number }
  >();
  rows.key.forEach((key, n) => {
    const slice = slices.get(key) ?? { count: 0, forecast: 0, actual: 0, absolute: 0, held: 0 };
    slices.set(key, slice);
    const forecast = rows.forecast[n] ?? 0;
    const actual = rows.actual[n] ?? 0;
    slice.count++;
    slice.forecast += forecast;
    slice.actual += actual;
    slice.absolute += Math.abs(forecast - actual);
    if (actual >= (rows.p10[n] ?? 0) && actual <= (rows.p90[n] ?? 0)) slice.held++;
  });
  return [...slices]
    .sort(([a], [b]) => a - b)
    .map(([key, s]) => ({
      key,
      count: s.count,
      forecast: s.forecast,
      actual: s.actual,
      bias: s.actual > 0 ? (s.forecast - s.actual) / s.actual : null,
      wape: s.actual > 0 ? s.absolute / s.actual : null,
      coverage_80: s.held / s.count,
    }));
}
