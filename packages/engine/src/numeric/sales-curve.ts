import { salesConstant, shiftedDistribution } from '@palier/domain';

/**
 * E[min(C, I)] of one product as a function of mean demand, tabulated once and read by cubic Hermite
 * interpolation in ln(mean). Knots are as close as the curve's own width asks (√(1/k + 1/I) in ln(mean)), which
 * keeps the error near a millionth of the stock; a tree of two hundred means then costs a few dozen evaluations.
 */
export class SalesCurve {
  #low = 0;
  #step = 1;
  #knots = 0;
  #stock = 0;
  #value = new Float64Array(64);
  /** Derivative with respect to ln(mean). */
  #slope = new Float64Array(64);

  /** Number of knots that a range of means needs. */
  static knotsNeeded(shape: number, stock: number, least: number, most: number): number {
    const width = Math.sqrt(1 / shape + 1 / Math.max(1, stock));
    return Math.ceil(Math.log(most / least) / Math.min(0.25, 0.3 * width)) + 2;
  }

  /** Tabulates the curve for a shape (finite) and a stock over [least, most]; a fractional stock is a mix of its neighbours. */
  fill(shape: number, stock: number, least: number, most: number): void {
    const knots = SalesCurve.knotsNeeded(shape, stock, least, most);
    if (knots > this.#value.length) {
      this.#value = new Float64Array(2 * knots);
      this.#slope = new Float64Array(2 * knots);
    }
    this.#knots = knots;
    this.#stock = stock;
    this.#low = Math.log(least);
    this.#step = (Math.log(most) - this.#low) / (knots - 1) || 1;
    this.#value.fill(0, 0, knots);
    this.#slope.fill(0, 0, knots);
    const whole = Math.floor(stock);
    const part = stock - whole;
    if (whole > 0) this.#add(1 - part, shape, whole);
    if (part > 0) this.#add(part, shape, whole + 1);
  }

  /** Adds a share of the curve of a whole stock. */
  #add(share: number, shape: number, stock: number): void {
    const constant = salesConstant(shape, stock);
    for (let n = 0; n < this.#knots; n++) {
      const mean = Math.exp(this.#low + n * this.#step);
      const p = shape / (shape + mean);
      const q = mean / (shape + mean);
      const term = Math.exp(constant + shape * Math.log(p) + (stock - 1) * Math.log(q));
      const shifted = shiftedDistribution(shape, p, q, stock, term);
      this.#value[n] = (this.#value[n] ?? 0) + share * (mean * shifted + stock * (1 - shifted - term));
      // dS/dM = P(NB(k + 1, same p) ≤ I − 1) = F_{k+1}(I − 2) + P(NB(k + 1) = I − 1).
      this.#slope[n] = (this.#slope[n] ?? 0) + share * mean * (shifted + term * p);
    }
  }

  /** Expected sales at a mean within the tabulated range, given ln(mean). */
  at(logMean: number): number {
    const position = (logMean - this.#low) / this.#step;
    let n = position | 0;
    if (n < 0) n = 0;
    else if (n > this.#knots - 2) n = this.#knots - 2;
    const t = position - n;
    const y0 = this.#value[n] ?? 0;
    const y1 = this.#value[n + 1] ?? 0;
    const s0 = (this.#slope[n] ?? 0) * this.#step;
    const s1 = (this.#slope[n + 1] ?? 0) * this.#step;
    const rise = y1 - y0;
    const sales = y0 + t * (s0 + t * (3 * rise - 2 * s0 - s1 + t * (s0 + s1 - 2 * rise)));
    return sales < this.#stock ? sales : this.#stock;
  }
}
