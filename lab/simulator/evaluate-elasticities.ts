import { fitDemand } from '@palier/engine';
import { sum } from './bootstrap.ts';
import { buildRetailerMarket } from './retailer-market.ts';

export interface ElasticityEvaluationOptions {
  /** Products of each simulated retailer (default 700). */
  products?: number;
  /** One retailer is drawn per seed (default 1, 2, 3). */
  seeds?: readonly number[];
}

/** How well elasticities are found when the truth is known. */
export interface ElasticityEvaluation {
  products: number;
  true_mean: number;
  /** Mean of estimate − truth. */
  bias: number;
  rmse: number;
  /** Error of giving everybody the true mean: what an estimate by product must beat. */
  rmse_of_mean: number;
  /** Share of the truths inside the 80 % interval. */
  coverage_80: number;
}

/** 90 % quantile of the standard normal. */
const Z_90 = 1.2816;

/**
 * Fits the engine on retailers with known elasticities: sparse overdispersed sales, slow sellers cut deeper,
 * stock-outs by size and shop. Only products with a markdown in their history count.
 */
export function evaluateElasticities(options: ElasticityEvaluationOptions = {}): ElasticityEvaluation {
  const { products = 700, seeds = [1, 2, 3] } = options;
  const truths: number[] = [];
  const errors: number[] = [];
  let inside = 0;
  for (const seed of seeds) {
    const market = buildRetailerMarket({ products, seed });
    const model = fitDemand(market.panel);
    market.truths.forEach((truth, row) => {
      if ((model.episodes[row] ?? 0) === 0) return;
      const error = (model.elasticity[row] ?? 0) - truth.elasticity;
      truths.push(truth.elasticity);
      errors.push(error);
      if (Math.abs(error) <= Z_90 * (model.elasticity_sd[row] ?? 0)) inside++;
    });
  }
  const count = truths.length;
  const true_mean = sum(truths) / count;
  return {
    products: count,
    true_mean,
    bias: sum(errors) / count,
    rmse: Math.sqrt(sum(errors.map((error) => error ** 2)) / count),
    rmse_of_mean: Math.sqrt(sum(truths.map((truth) => (truth - true_mean) ** 2)) / count),
    coverage_80: inside / count,
  };
}
