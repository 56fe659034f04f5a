import { bandShare } from '../../packages/engine/src/demand/calibrate.ts';
import { negativeBinomialQuantile } from '../../packages/engine/src/numeric/negative-binomial.ts';

/** Sums behind WAPE and bias of one forecaster. */
export class ErrorSums {
  absolute = 0;
  signed = 0;
  units = 0;
  count = 0;

  add(actual: number, forecast: number): void {
    this.absolute += Math.abs(actual - forecast);
    this.signed += forecast - actual;
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
}

/** Sums behind the scores of a whole distribution NB(shape, mean). */
export class DistributionSums {
  deviance = 0;
  readonly pinball = new Map([
    [0.1, 0],
    [0.5, 0],
    [0.9, 0],
  ]);
  /** Share of the 80 % band: a count on its edge counts for the part of its probability that lies inside. */
  covered = 0;
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
    this.covered += bandShare(shape, safe, actual);
    this.units += actual;
    this.count++;
  }
}
