import type { EngineLines, WeeklyPanelData } from '@palier/analytics';
import { type BacktestScore, backtest, forecastCurves, type PhaseWindow } from '@palier/engine';
import { fittedDemand } from './fitted.ts';

/** What a phase was expected to sell over its window, one value per line; NaN for lines it did not have. */
export interface PhaseForecast {
  sales_qty: Float32Array;
  p10: Float32Array;
  p90: Float32Array;
}
export type ForecastSource = 'validated' | 'rebuilt';

/** A phase decided in the past: what it was expected to sell, if that was kept, and what it sold. */
export interface PastPhase {
  project_phase: number;
  /** The days that the forecast covers; `known_to_day` is the day after the last one in the data. */
  window: PhaseWindow;
  known_to_day: number;
  /** Points, one per line; NaN for lines it did not have. */
  discount: Float64Array;
  /** Units sold in the window, and since its first day. */
  sold: Float64Array;
  sold_since: Float64Array;
  kept: { source: ForecastSource; forecast: PhaseForecast } | null;
}

export interface PastInput {
  panel: WeeklyPanelData;
  lines: EngineLines;
  past: PastPhase[];
}

type Score = Omit<BacktestScore, 'key'>;

export interface PhaseScores {
  project_phase: number;
  window: PhaseWindow;
  known_to_day: number;
  source: ForecastSource;
  total: Score;
  /** By discount in points, and by category's name. */
  by_discount: (Score & { discount_pct: number })[];
  by_category: (Score & { category: string })[];
}

export interface PastOutput {
  scores: PhaseScores[];
  /** Forecasts that were not kept, computed on the history before their phase. */
  rebuilt: { project_phase: number; forecast: PhaseForecast }[];
}

/** Whole weeks of history below which a forecast of the past is not rebuilt. */
const LEAST_WEEKS = 8;

/** Compares each past phase with its forecast, rebuilding the forecasts that were not kept. */
export function settlePast(input: PastInput): PastOutput {
  const output: PastOutput = { scores: [], rebuilt: [] };
  for (const phase of input.past) {
    const rebuilt = phase.kept === null ? rebuildForecast(input, phase) : null;
    if (rebuilt) output.rebuilt.push({ project_phase: phase.project_phase, forecast: rebuilt });
    const known = phase.kept ?? (rebuilt && { source: 'rebuilt' as const, forecast: rebuilt });
    if (known) output.scores.push(scorePhase(input, phase, known));
  }
  return output;
}

/** What the model, fitted on the weeks before the phase alone, says of the phase at the discounts it had. */
function rebuildForecast({ panel: data, lines }: PastInput, phase: PastPhase): PhaseForecast | null {
  const weeks = Math.floor((phase.window.from_day - data.panel.first_week_day) / 7);
  if (weeks < LEAST_WEEKS || data.panel.item_count === 0) return null;
  const model = fittedDemand(data.panel, weeks);
  const levels = Float64Array.from(
    [...new Set(phase.discount.filter((points) => !Number.isNaN(points)))].sort((a, b) => a - b),
    (points) => points / 100,
  );
  if (levels.length === 0) return null;
  // The stock of the time is not kept: what is left now and what was sold since, deliveries left out.
  const stock = lines.stock_qty.map((qty, line) => qty + (phase.sold_since[line] ?? 0));
  const set = forecastCurves(model, {
    levels,
    phases: [phase.window],
    items: data.line_rows.map((row) => Math.max(0, row)),
    stock,
    current_discount: new Float64Array(lines.ids.length),
    breadth: null,
    third_party: null,
  });
  const at = (values: Float32Array) =>
    Float32Array.from(phase.discount, (points, line) => {
      if (Number.isNaN(points) || (data.line_rows[line] ?? -1) < 0) return Number.NaN;
      return values[line * levels.length + levels.indexOf(points / 100)] ?? Number.NaN;
    });
  return { sales_qty: at(set.phase_qty), p10: at(set.phase_p10), p90: at(set.phase_p90) };
}

/** Scores of the lines that the forecast knows; a running phase is compared for the share of its days gone by. */
function scorePhase(
  { panel, lines }: PastInput,
  { project_phase, window, known_to_day, discount, sold }: PastPhase,
  { source, forecast }: { source: ForecastSource; forecast: PhaseForecast },
): PhaseScores {
  const elapsed = (known_to_day - window.from_day) / Math.max(1, window.to_day - window.from_day);
  const known = [...lines.ids.keys()].filter((line) => !Number.isNaN(forecast.sales_qty[line] ?? Number.NaN));
  const rows = (keyOf: (line: number) => number) => ({
    forecast: Float64Array.from(known, (line) => elapsed * (forecast.sales_qty[line] ?? 0)),
    p10: Float64Array.from(known, (line) => Math.floor(elapsed * (forecast.p10[line] ?? 0))),
    p90: Float64Array.from(known, (line) => Math.ceil(elapsed * (forecast.p90[line] ?? 0))),
    actual: Float64Array.from(known, (line) => Math.max(0, sold[line] ?? 0)),
    key: Int32Array.from(known, keyOf),
  });
  const scores = (keyOf: (line: number) => number) => backtest(rows(keyOf));
  const category = (line: number) => panel.panel.category[panel.line_rows[line] ?? 0] ?? 0;
  return {
    project_phase,
    window,
    known_to_day,
    source,
    total: scores(() => 0).map(withoutKey)[0] ?? NOTHING,
    by_discount: scores((line) => discount[line] ?? 0).map((score) => ({
      ...withoutKey(score),
      discount_pct: score.key,
    })),
    by_category: scores(category).map((score) => ({
      ...withoutKey(score),
      category: panel.category_names[score.key] ?? '',
    })),
  };
}

const NOTHING: Score = { count: 0, forecast: 0, actual: 0, bias: null, wape: null, coverage_80: 0 };

function withoutKey({ count, forecast, actual, bias, wape, coverage_80 }: BacktestScore): Score {
  return { count, forecast, actual, bias, wape, coverage_80 };
}
