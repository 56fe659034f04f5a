import { median } from '../numeric/median.ts';
import { solveLinear } from '../numeric/solve-linear.ts';
import { retailWeek, SEASON_LENGTH } from './calendar.ts';
import { eventEffects, weeklyShares } from './events.ts';
import type { CalendarEvent, DayNumber } from './types.ts';

/** What repeats in the week effects: a yearly index, events, and one-off weeks to be set aside. */
export interface SeasonFit {
  /** Log season index: category c, retail week w at `c * 52 + w`; mean 0. */
  log_season: Float64Array;
  event_keys: string[];
  /** Log effect of a whole week of the event: `c * keys + e`. */
  event_effect: Float64Array;
  /** Log of unrepeated peaks and holes of the history, `c * T + t`; mostly 0. */
  shock: Float64Array;
}

/** Below this many weeks a yearly season cannot be distinguished from a trend. */
const SHORTEST_SEASON = 40;
const TWO_YEARS = 104;

/**
 * Splits week effects (category c, week t at `c * T + t`) into events, season and one-off weeks. Two years:
 * ratio to the 53-week moving average; less: Fourier of order 3 with ridge; under 40 weeks: no season.
 */
export function fitSeason(
  effects: Float64Array,
  categories: number,
  weeks: number,
  firstDay: DayNumber,
  events: readonly CalendarEvent[],
): SeasonFit {
  const keys = [...new Set(events.map((event) => event.key))];
  const shares = keys.map((key) => weeklyShares(events, key, firstDay, weeks));
  const fit: SeasonFit = {
    log_season: new Float64Array(categories * SEASON_LENGTH),
    event_keys: keys,
    event_effect: new Float64Array(categories * keys.length),
    shock: new Float64Array(categories * weeks),
  };
  fit.event_effect.set(eventEffects(effects, categories, shares, keys));
  const positions = Float64Array.from({ length: weeks }, (_, t) => retailWeek(firstDay + 7 * t));
  for (let c = 0; c < categories; c++) {
    const series = effects.slice(c * weeks, (c + 1) * weeks);
    keys.forEach((_, e) => {
      const effect = fit.event_effect[c * keys.length + e] ?? 0;
      shares[e]?.forEach((share, t) => {
        series[t] = (series[t] ?? 0) - share * effect;
      });
    });
    if (weeks >= SHORTEST_SEASON) fit.log_season.set(yearlyIndex(series, positions), c * SEASON_LENGTH);
    const index = fit.log_season.subarray(c * SEASON_LENGTH, (c + 1) * SEASON_LENGTH);
    const rest = series.map((value, t) => value - seasonAt(index, positions[t] ?? 0));
    fit.shock.set(oneOffWeeks(rest), c * weeks);
  }
  return fit;
}

/** Season index at a fractional retail week, linear between neighbours. */
export function seasonAt(logSeason: Float64Array, position: number): number {
  const low = Math.floor(position) % SEASON_LENGTH;
  const part = position - Math.floor(position);
  return (1 - part) * (logSeason[low] ?? 0) + part * (logSeason[(low + 1) % SEASON_LENGTH] ?? 0);
}

function yearlyIndex(series: Float64Array, positions: Float64Array): Float64Array {
  const centred = centre(series);
  if (series.length < TWO_YEARS) return fourierIndex(centred, positions, 3);
  const bins = yearlyBins(centred, positions);
  const smooth = neighbours(bins.mean);
  const doubt = neighbours(neighbours(bins.doubt));
  const spread = smooth.reduce((sum, value) => sum + value * value, 0) / SEASON_LENGTH;
  // Where the years disagree the index says little: it leans on 1.
  return recentre(smooth.map((value, w) => (value * spread) / (spread + (doubt[w] ?? 0) + 1e-9)));
}

interface YearlyBins {
  /** Mean of each retail week, shrunk as if half a year of nothing had been seen. */
  mean: Float64Array;
  /** Squared error of that mean, from how much the years disagree. */
  doubt: Float64Array;
}

function yearlyBins(series: Float64Array, positions: Float64Array): YearlyBins {
  const sum = new Float64Array(SEASON_LENGTH);
  const square = new Float64Array(SEASON_LENGTH);
  const count = new Float64Array(SEASON_LENGTH);
  series.forEach((value, t) => {
    const low = Math.floor(positions[t] ?? 0) % SEASON_LENGTH;
    const part = (positions[t] ?? 0) - Math.floor(positions[t] ?? 0);
    for (const [bin, weight] of [
      [low, 1 - part],
      [(low + 1) % SEASON_LENGTH, part],
    ] as const) {
      sum[bin] = (sum[bin] ?? 0) + weight * value;
      square[bin] = (square[bin] ?? 0) + weight * value * value;
      count[bin] = (count[bin] ?? 0) + weight;
    }
  });
  const mean = sum.map((value, w) => value / ((count[w] ?? 0) + 0.5));
  const doubt = sum.map((value, w) => {
    const years = Math.max(1e-6, count[w] ?? 0);
    const variance = Math.max(0, (square[w] ?? 0) / years - (value / years) ** 2);
    return variance / Math.max(0.5, years - 1);
  });
  return { mean, doubt };
}

/** Each week of the year with its neighbours, a quarter each. */
function neighbours(values: Float64Array): Float64Array {
  return values.map(
    (value, w) => 0.5 * value + 0.25 * ((values[(w + 51) % 52] ?? 0) + (values[(w + 1) % 52] ?? 0)),
  );
}

/**
 * Removes the level and slow trend: a centred 53-week mean, continued along its own slope near the ends (or half
 * the year would pass for low and the other for high); the overall mean under two years.
 */
function centre(series: Float64Array): Float64Array {
  const weeks = series.length;
  const overall = series.reduce((sum, value) => sum + value, 0) / weeks;
  if (weeks < TWO_YEARS) return series.map((value) => value - overall);
  const meanAt = (t: number): number => {
    let sum = 0;
    for (let n = t - 26; n <= t + 26; n++) sum += series[n] ?? 0;
    return sum / 53;
  };
  const last = weeks - 27;
  const [start, end] = [meanAt(26), meanAt(last)];
  const slope = (end - start) / (last - 26);
  return series.map((value, t) => {
    if (t < 26) return value - start - slope * (t - 26);
    return value - (t > last ? end + slope * (t - last) : meanAt(t));
  });
}

/** Ridge Fourier series on the retail year: usable when part of the year was never seen. */
function fourierIndex(series: Float64Array, positions: Float64Array, order: number): Float64Array {
  const terms = 2 * order + 1;
  const gram = Array.from({ length: terms }, () => new Float64Array(terms + 1));
  const basis = (position: number) => {
    const values = new Float64Array(terms);
    values[0] = 1;
    for (let k = 1; k <= order; k++) {
      const angle = (2 * Math.PI * k * position) / SEASON_LENGTH;
      values[2 * k - 1] = Math.cos(angle);
      values[2 * k] = Math.sin(angle);
    }
    return values;
  };
  series.forEach((value, t) => {
    const x = basis(positions[t] ?? 0);
    for (let a = 0; a < terms; a++) {
      const row = gram[a];
      if (row === undefined) continue;
      for (let b = 0; b < terms; b++) row[b] = (row[b] ?? 0) + (x[a] ?? 0) * (x[b] ?? 0);
      row[terms] = (row[terms] ?? 0) + (x[a] ?? 0) * value;
    }
  });
  for (let k = 1; k <= order; k++)
    for (const a of [2 * k - 1, 2 * k]) {
      const row = gram[a];
      if (row !== undefined) row[a] = (row[a] ?? 0) + 6 * k * k;
    }
  const coefficients = solveLinear(gram);
  coefficients[0] = 0;
  const index = new Float64Array(SEASON_LENGTH);
  for (let w = 0; w < SEASON_LENGTH; w++)
    basis(w).forEach((value, a) => {
      index[w] = (index[w] ?? 0) + value * (coefficients[a] ?? 0);
    });
  return recentre(index);
}

/** Makes the mean of the index itself (not of its logarithm) one. */
function recentre(logIndex: Float64Array): Float64Array {
  const mean = logIndex.reduce((sum, value) => sum + Math.exp(value), 0) / logIndex.length;
  return logIndex.map((value) => value - Math.log(mean));
}

/** Weeks far from the six around them (more than 3.5 robust sd and 25 %): their excess, else 0. */
function oneOffWeeks(series: Float64Array): Float64Array {
  const gaps = series.map((value, t) => {
    const around: number[] = [];
    for (let n = Math.max(0, t - 3); n <= Math.min(series.length - 1, t + 3); n++)
      if (n !== t) around.push(series[n] ?? 0);
    // The last two weeks may be the start of something: not set aside.
    return around.length < 4 || t >= series.length - 2 ? 0 : value - median(around);
  });
  const spread = 1.4826 * median([...gaps].map(Math.abs));
  return gaps.map((gap) => (Math.abs(gap) > Math.max(0.25, 3.5 * spread) ? gap : 0));
}
