import { describe, expect, it } from 'vitest';
import { randomNegativeBinomial, seededRandom } from '../../test/random.ts';
import { emptyPanel } from '../../test/weekly-panel.ts';
import { DEFAULT_FIT_OPTIONS, fitDemand } from './fit.ts';
import { responseForms } from './forms.ts';
import { logMultiplier } from './predict.ts';
import type { WeeklyPanel } from './types.ts';

/** 160 items × 40 weeks in two categories, each with its own response to discounts. */
function chain(seed: number, responses: readonly ((discount: number) => number)[]): WeeklyPanel {
  const random = seededRandom(seed);
  const [items, weeks] = [160, 40];
  const panel = emptyPanel(items, weeks, 2);
  for (let cell = 0; cell < items * weeks; cell++) {
    const item = Math.floor(cell / weeks);
    const discount = random() < 0.4 ? 0.1 * Math.ceil(7 * random()) : 0;
    panel.discount[cell] = discount;
    const lift = responses[item % 2]?.(discount) ?? 1;
    panel.units[cell] = randomNegativeBinomial(random, 10, (6 + (item % 5)) * lift);
  }
  return panel;
}

const power = (discount: number) => (1 - discount) ** -2;
const exponential = (discount: number) => Math.exp(3 * discount);
const noEvents = { ...DEFAULT_FIT_OPTIONS, events: [] };

describe('the form of the price response', () => {
  it('is the one that the sales of all categories follow', () => {
    expect([...responseForms(chain(1, [power, power]), noEvents)]).toEqual([0, 0]);
    expect([...responseForms(chain(2, [exponential, exponential]), noEvents)]).toEqual([1, 1]);
  });

  it('differs in a category whose own weeks clearly say so', () => {
    const gentle = (discount: number) => Math.exp(4 * discount);
    expect([...responseForms(chain(3, [(d) => (1 - d) ** -2.6, gentle]), noEvents)]).toEqual([0, 1]);
  });

  it('keeps forecasts of deep discounts from running away where demand saturates', () => {
    const model = fitDemand(chain(4, [exponential, exponential]), noEvents);
    const lift = Math.exp(logMultiplier(model, 0, 0.7));
    expect(lift).toBeGreaterThan(0.75 * exponential(0.7));
    expect(lift).toBeLessThan(1.3 * exponential(0.7));
  });

  it('is the power where nothing was ever discounted', () => {
    const panel = chain(5, [power, power]);
    expect([...responseForms({ ...panel, discount: panel.discount.map(() => 0) }, noEvents)]).toEqual([0, 0]);
  });
});
