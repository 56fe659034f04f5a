import { betaContinuedFraction, logGamma, regularisedBeta } from './special.ts';

/**
 * The negative binomial of shape k and mean M has variance M + M²/k; it is a Poisson whose mean is
 * multiplied by a frailty Γ(k, k). k = Infinity is the Poisson.
 */

/** Beyond this shape the negative binomial is summed as a Poisson: the variance differs by M/SHAPE_MAX. */
const SHAPE_MAX = 1e6;

/** P(C ≤ n) for integer n. */
export function negativeBinomialCdf(shape: number, mean: number, n: number): number {
  if (n < 0) return 0;
  if (mean <= 0) return 1;
  if (shape > SHAPE_MAX) return poissonCdf(mean, n);
  return regularisedBeta(shape, n + 1, shape / (shape + mean));
}

function poissonCdf(mean: number, n: number): number {
  // Summed downwards from n: the terms shrink, and stop counting once negligible.
  if (n > mean + 12 * Math.sqrt(mean) + 30) return 1;
  let term = Math.exp(n * Math.log(mean) - mean - logGamma(n + 1));
  let sum = 0;
  for (let k = n; k >= 0 && (term > 1e-18 || k > mean); k--) {
    sum += term;
    term *= k / mean;
  }
  return Math.min(1, sum);
}

/** The constant of (shape, stock) that `expectedSalesWith` needs: ln Γ(k+I) − ln Γ(k+1) − ln Γ(I). */
export function salesConstant(shape: number, stock: number): number {
  return logGamma(shape + stock) - logGamma(shape + 1) - logGamma(stock);
}

/**
 * F_{k+1}(I − 2): the chance that NB(k + 1, p) stays under I − 1 (q = 1 − p), from `term` = I_p(k, I) − I_p(k + 1, I − 1). The
 * continued fraction is taken on the side where it converges fast.
 */
export function shiftedDistribution(
  shape: number,
  p: number,
  q: number,
  stock: number,
  term: number,
): number {
  if (stock <= 1) return 0;
  const a = shape + 1;
  const b = stock - 1;
  return p < (a + 1) / (a + b + 2)
    ? ((term * p * b) / a) * betaContinuedFraction(a, b, p)
    : 1 - term * p * betaContinuedFraction(b, a, q);
}

/**
 * E[min(C, I)] for C ~ NB(k, M) and an integer stock I: M·F_{k+1}(I−2) + I·(1 − F_k(I−1)). Both
 * distribution functions come from one incomplete beta, since I_p(k, I) = I_p(k+1, I−1) + term.
 */
export function expectedSalesWith(shape: number, mean: number, stock: number, constant: number): number {
  if (mean <= 0 || stock <= 0) return 0;
  const p = shape / (shape + mean);
  const q = mean / (shape + mean);
  const term = Math.exp(constant + shape * Math.log(p) + (stock - 1) * Math.log(q));
  const shifted = shiftedDistribution(shape, p, q, stock, term);
  const sales = mean * shifted + stock * (1 - shifted - term);
  return sales < mean ? (sales > 0 ? sales : 0) : mean;
}

/**
 * Expected units sold E[min(C, I)] of cumulative demand C ~ NB(shape, mean) out of `stock` units.
 * A fractional stock is interpolated between its integer neighbours.
 */
export function expectedSales(shape: number, mean: number, stock: number): number {
  if (!(mean > 0) || !(stock > 0)) return 0;
  const whole = Math.floor(stock);
  const part = stock - whole;
  const low = whole > 0 ? expectedSalesWhole(shape, mean, whole) : 0;
  if (part < 1e-9) return low;
  return low + part * (expectedSalesWhole(shape, mean, whole + 1) - low);
}

function expectedSalesWhole(shape: number, mean: number, stock: number): number {
  if (shape <= SHAPE_MAX) return expectedSalesWith(shape, mean, stock, salesConstant(shape, stock));
  return mean * poissonCdf(mean, stock - 2) + stock * (1 - poissonCdf(mean, stock - 1));
}

/** Smallest n with P(C ≤ n) ≥ probability, never above `cap` (the stock). */
export function negativeBinomialQuantile(
  shape: number,
  mean: number,
  probability: number,
  cap: number,
): number {
  if (!(mean > 0) || cap <= 0) return 0;
  const limit = Math.floor(cap);
  if (mean < 60 || shape > SHAPE_MAX) return quantileBySum(shape, mean, probability, limit);
  let low = -1;
  let high = Math.ceil(mean * (1 + 4 / Math.sqrt(shape)) + 6 * Math.sqrt(mean) + 10);
  if (high > limit) high = limit;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (negativeBinomialCdf(shape, mean, middle) >= probability) high = middle;
    else low = middle;
  }
  return high;
}

function quantileBySum(shape: number, mean: number, probability: number, limit: number): number {
  const poisson = shape > SHAPE_MAX;
  const q = poisson ? 0 : mean / (shape + mean);
  let term = poisson ? Math.exp(-mean) : Math.exp(-shape * Math.log1p(mean / shape));
  let sum = term;
  let n = 0;
  while (sum < probability && n < limit) {
    term *= poisson ? mean / (n + 1) : (q * (shape + n)) / (n + 1);
    sum += term;
    n++;
    if (term < 1e-16 && n > mean) break;
  }
  return n;
}
