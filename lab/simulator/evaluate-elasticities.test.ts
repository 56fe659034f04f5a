import { describe, expect, it } from 'vitest';
import { evaluateElasticities } from './evaluate-elasticities.ts';

describe('elasticities found in the history of a simulated retailer', () => {
  it('are close to the truth although slow sellers are cut deeper and sizes run out', () => {
    const found = evaluateElasticities({ products: 700, seeds: [1, 2] });
    expect(found.products).toBeGreaterThan(1000);
    expect(Math.abs(found.bias)).toBeLessThan(0.15);
    expect(found.rmse).toBeLessThan(found.rmse_of_mean * 1.05);
    expect(found.coverage_80).toBeGreaterThan(0.7);
    expect(found.coverage_80).toBeLessThan(0.88);
  });
});
