import type { WeeklyPanel } from '../../packages/engine/src/demand/types.ts';

/** Stocks of a panel, as far as its file tells. */
export interface Stocks {
  /** True when sales explain every move to the unit: such a stock may have been rebuilt from what was sold later. */
  rebuilt: boolean;
  /** Units at the start of each week, NaN where unknown: `i * T + t`. */
  opening: Float32Array;
  /** 1 where the last unit was sold within the week. */
  soldOut: Uint8Array;
}

/** Share of rows with a stock below which the column is not believed. */
const MOSTLY = 0.5;
/** Share of its moves that sales must explain: arrivals and returns are the rest. */
const EXPLAINED = 0.3;
/** Moves that sales explain to the unit from which no count of shelves was at work: those know losses and arrivals. */
const TOO_EXACT = 0.999;

/**
 * Stocks at the start of weeks. Whether a file's stock is that of the week's start or of its end is shown by what the
 * sales explain better: the next stock is this one less the units of this week, or of the next. Null without
 * stocks, or when sales do not explain how they move.
 */
export function openingStock(panel: WeeklyPanel, stock: Float64Array, stated: Uint8Array): Stocks | null {
  let known = 0;
  let rows = 0;
  stated.forEach((flag, cell) => {
    rows += flag;
    if (flag === 1 && Number.isFinite(stock[cell])) known++;
  });
  if (known < MOSTLY * rows) return null;
  const meaning = meaningOf(panel, stock);
  if (meaning === null) return null;
  const atEnd = meaning.at === 'end';
  const opening = new Float32Array(stock.length).fill(Number.NaN);
  const soldOut = new Uint8Array(stock.length);
  for (let cell = 0; cell < stock.length; cell++) {
    const first = cell % panel.week_count === 0;
    const units = panel.units[cell] ?? 0;
    const now = stock[cell] ?? Number.NaN;
    opening[cell] = atEnd ? (first ? Number.NaN : (stock[cell - 1] ?? Number.NaN)) : now;
    const left = atEnd ? now : now - units;
    if (units > 0 && left <= 0) soldOut[cell] = 1;
  }
  return { opening, soldOut, rebuilt: meaning.explained >= TOO_EXACT };
}

/** Whether stocks are those of the start or of the end of weeks, and the share of moves that sales explain. */
function meaningOf(
  panel: WeeklyPanel,
  stock: Float64Array,
): { at: 'start' | 'end'; explained: number } | null {
  let [starts, ends, all] = [0, 0, 0];
  for (let cell = 0; cell + 1 < stock.length; cell++) {
    if ((cell + 1) % panel.week_count === 0) continue;
    const change = (stock[cell] ?? Number.NaN) - (stock[cell + 1] ?? Number.NaN);
    const now = panel.units[cell] ?? 0;
    const next = panel.units[cell + 1] ?? 0;
    if (!Number.isFinite(change) || now === next) continue;
    all++;
    if (Math.abs(change - now) < 0.5) starts++;
    else if (Math.abs(change - next) < 0.5) ends++;
  }
  if (Math.max(starts, ends) < EXPLAINED * all || all === 0) return null;
  return { at: ends > starts ? 'end' : 'start', explained: Math.max(starts, ends) / all };
}
