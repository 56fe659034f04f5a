import { negativeBinomialQuantile } from '../../packages/domain/src/numeric/negative-binomial.ts';
import { bandShare } from '../../packages/engine/src/demand/calibrate.ts';
import type { ShownForecast } from './our-forecasts.ts';

/** Sums behind the errors of one forecaster: a mean is judged by bias and squares, a median by absolute errors. */
export class ErrorSums {
  absolute = 0;
  squared = 0;
  signed = 0;
  units = 0;
  count = 0;

  add(actual: number, mean: number, median = mean): void {
    this.absolute += Math.abs(actual - median);
    this.squared += (actual - mean) ** 2;
    this.signed += mean - actual;
    this.units += actual;
    this.count++;
  }

  /** Σ|error| / Σ units. */
  get wape(): number | null {
    return this.units > 0 ? this.absolute / this.units : null;
  }

  /** Σ(forecast − actual) / Σ units. */
  get bias(): number | null {
    return this.units > 0 ? this.signed / this.units : null;
  }

  /** Root of the mean squared error over mean units. */
  get rmse(): number | null {
    return this.units > 0 ? (Math.sqrt(this.squared / this.count) * this.count) / this.units : null;
  }
}

/** The errors of forecasts with a band. */
export class BandSums extends ErrorSums {
  /** A count on the edge of a band counts for the part of its probability that lies inside. */
  covered = 0;
  /** Width, and ten times what lies outside: the interval score of Gneiting and Raftery (2007) at 80 %. */
  interval = 0;

  show(actual: number, shown: ShownForecast): void {
    this.add(actual, shown.mean, shown.median);
    this.covered += bandShare(shown.shape, Math.max(shown.mean, 1e-6), actual);
    const outside = Math.max(0, shown.low - actual) + Math.max(0, actual - shown.high);
    this.interval += shown.high - shown.low + 10 * outside;
  }

  get coverage_80(): number | null {
    return this.count > 0 ? this.covered / this.count : null;
  }

  /** Over mean units. */
  get interval_score(): number | null {
    return this.units > 0 ? this.interval / this.units : null;
  }
}

/** Sums behind the scores of a whole distribution NB(shape, mean). */
export class DistributionSums {
  deviance = 0;
  readonly pinball = new Map([
    [0.1, 0],
    [0.5, 0],
    [0.9, 0],
  ]);
  units = 0;
  count = 0;

  add(actual: number, mean: number, shape: number): void {
    const safe = Math.max(mean, 1e-6);
    const fit = actual > 0 ? actual * Math.log(actual / safe) : 0;
    this.deviance += 2 * (fit - (actual + shape) * Math.log((actual + shape) / (safe + shape)));
    const quantile = (p: number) => negativeBinomialQuantile(shape, safe, p, 1e9);
    for (const [p, loss] of this.pinball) {
      const gap = actual - quantile(p);
      this.pinball.set(p, loss + (gap >= 0 ? p * gap : (p - 1) * gap));
    }
    this.units += actual;
    this.count++;
  }
}
