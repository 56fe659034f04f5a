import { describe, expect, it } from 'vitest';
import { backtest } from './backtest.ts';

describe('backtest', () => {
  it('scores forecasts against what was sold, slice by slice', () => {
    const rows = {
      forecast: Float64Array.from([10, 20, 5]),
      p10: Float64Array.from([5, 10, 3]),
      p90: Float64Array.from([15, 30, 8]),
      actual: Float64Array.from([12, 35, 0]),
      key: Int32Array.from([1, 1, 0]),
    };
    expect(backtest(rows)).toEqual([
      { key: 0, count: 1, forecast: 5, actual: 0, bias: null, wape: null, coverage_80: 0 },
      { key: 1, count: 2, forecast: 30, actual: 47, bias: (30 - 47) / 47, wape: 17 / 47, coverage_80: 0.5 },
    ]);
  });
});
