import { describe, expect, it } from 'vitest';
import { newGroup } from '../../../test/new-group.ts';
import type { Group, Line } from '../rows/row.ts';
import { changeGroup, changeLine, effectOf, lineAtLevels } from './effect.ts';

const newLine = (more: Partial<Line> = {}): Line => ({
  _id: 'a',
  item_group_id: 'A',
  price: 100,
  base_price: 80,
  cost: 30,
  stock_qty: 50,
  discount_pct: 20,
  discount_pct_auto: 20,
  curve: { levels: [0, 20, 40], phase_qty: [5, 10, 20], rest_qty: [4, 6, 9, 0, 6, 8, 0, 0, 7] },
  phase_forecast: {
    sales_qty: 10,
    sales: 800,
    profit: 340,
    cogs: 300,
    stock: 40,
    list_sales: 1000,
    sales_discount_pct: 20,
  },
  discount_budget: 200,
  ...more,
});

const testGroup = (more: Partial<Group> = {}): Group =>
  newGroup({
    key: 'g',
    keys: ['g'],
    depth: 0,
    discount_count: 2,
    discount_pct_reviewed_count: 0,
    discount_pct_user_count: 0,
    stock_qty: 100,
    discount_pct: 20,
    phase_forecast: {
      sales_qty: 30,
      sales: 2400,
      profit: 900,
      cogs: 900,
      stock: 70,
      list_sales: 3000,
      sales_discount_pct: 20,
    },
    discount_pct_distribution: [{ discount_pct: 20, discount_count: 2, sum_stock_qty: 100 }],
    ...more,
  });

describe('the effect of an edit', () => {
  it('[EDIT-01] is known at once from the curve: units, CA, margin, stock left and budget', () => {
    const { line } = changeLine(newLine(), { discount_pct_user: 40 }, true);
    expect(line).toMatchObject({
      discount_pct: 40,
      discount_kind: 'user',
      discount_pct_incr: 40,
      discount_budget: 800,
    });
    expect(line.phase_forecast).toMatchObject({
      sales_qty: 20,
      sales: 1200,
      profit: 360,
      stock: 30,
      sales_discount_pct: 40,
    });
    expect(effectOf(line)).toMatchObject({
      phase: { sales_qty: 10, sales: 400, profit: 20, stock: -10, discount_budget: 600 },
      discount_pct: 20,
    });
  });

  it('[EDIT-01] leaving a line out, or taking it in, moves its figures to the price that it then stands at', () => {
    const { line, delta } = changeLine(newLine(), { included: false }, true);
    expect(line).toMatchObject({ discount_pct: 20, discount_budget: 0 });
    expect(line.phase_forecast).toMatchObject({ sales_qty: 5, sales: 500, stock: 45 });
    expect(delta).toMatchObject({ from_pct: 20, to_pct: 20, discount_budget: -200, included_count: -1 });
    const { line: back } = changeLine(line, { included: true }, true);
    expect(back.phase_forecast).toMatchObject({ sales_qty: 10, sales: 800, stock: 40 });
  });

  it('[EDIT-01] a discount chosen for a line that is left out changes no figure', () => {
    const { line } = changeLine(newLine({ included: false }), { discount_pct_user: 40 }, true);
    expect(line.discount_pct).toBe(40);
    expect(line.phase_forecast).toEqual(newLine().phase_forecast);
  });

  it('[EDIT-01] the first discount of a line is measured from the price that it stood at', () => {
    const undecided = newLine({ discount_pct: null, discount_pct_auto: null, previous_discount_pcts: [20] });
    const { line } = changeLine(undecided, { discount_pct_user: 40 }, true);
    expect(line.phase_forecast).toMatchObject({ sales_qty: 20, sales: 1200, sales_discount_pct: 40 });
  });

  it('[EDIT-01] is known to the end too, with the margin after what is left unsold', () => {
    const forecast = {
      ...{ sales_qty: 16, sales: 1280, profit: 544, cogs: 480, stock: 34, list_sales: 1600 },
      ...{ discount_budget: 320, profit_after_leftovers: 544 - 0.8 * 30 * 34 },
    };
    const { line, delta } = changeLine(
      newLine({ forecast, residual_value: 0.2 }),
      { discount_pct_user: 40 },
      true,
    );
    // 20 units in the phase and 7 after it at 60, of 50: 23 are left.
    const after = 27 * (48 - 30) - 0.8 * 30 * 23;
    expect(line.forecast).toMatchObject({ sales_qty: 27, stock: 23, discount_budget: 27 * 40 });
    expect(line.forecast?.profit_after_leftovers).toBeCloseTo(after, 9);
    expect(effectOf(line)?.end.profit_after_leftovers).toBeCloseTo(
      after - forecast.profit_after_leftovers,
      9,
    );
    const group = changeGroup(testGroup({ forecast }), delta);
    expect(group.forecast?.profit_after_leftovers).toBeCloseTo(after, 9);
  });

  it('[EDIT-01] leaves out of the stock what sells before the worked phase, and counts it in the season', () => {
    // 50 in stock, 15 sold before the phase, 20 in it; the season had sold 35.
    const season = { season_sales_qty: 60, available_qty: 85, stock: 25 };
    const { phase_forecast } = newLine();
    const { line } = changeLine(
      newLine({ phase_forecast: { ...phase_forecast, ...season } }),
      { discount_pct_user: 40 },
      true,
    );
    expect(line.phase_forecast).toMatchObject({ stock: 15, season_sales_qty: 70, available_qty: 85 });
    expect(line.phase_forecast?.sell_through_pct).toBeCloseTo((100 * 70) / 85, 10);
  });

  it('adds up in the group, whose rates come from its sums', () => {
    const { delta } = changeLine(newLine(), { discount_pct_user: 40 }, true);
    const group = changeGroup(testGroup(), delta);
    expect(group.phase_forecast).toMatchObject({
      sales_qty: 40,
      sales: 2800,
      profit: 920,
      stock: 60,
      list_sales: 4000,
    });
    expect(group.phase_forecast?.sales_discount_pct).toBeCloseTo(30);
    expect(group).toMatchObject({ discount_pct: 30, discount_pct_user_count: 1 });
    expect(group.discount_pct_distribution).toEqual([
      { discount_pct: 20, discount_count: 1, sum_stock_qty: 50 },
      { discount_pct: 40, discount_count: 1, sum_stock_qty: 50 },
    ]);
  });

  it('comes back exactly to where it was when the edit is undone', () => {
    const first = changeLine(newLine(), { discount_pct_user: 40 }, true);
    const second = changeLine(first.line, { discount_pct_user: null }, true);
    const group = changeGroup(changeGroup(testGroup(), first.delta), second.delta);
    expect(second.line.phase_forecast).toMatchObject({ sales_qty: 10, sales: 800, profit: 340 });
    expect(group.discount_pct_distribution).toEqual(testGroup().discount_pct_distribution);
    expect(effectOf(group)).toMatchObject({ phase: { sales_qty: 0, sales: 0 } });
  });

  it('changes only the decision of a line without a curve', () => {
    const { line, delta } = changeLine(newLine({ curve: null }), { discount_pct_user: 40 }, true);
    expect(line.discount_pct).toBe(40);
    expect(line.phase_forecast).toEqual(newLine().phase_forecast);
    expect(delta.forecast).toBeNull();
  });

  it('[EDIT-05] counts a line marked as reviewed in its group', () => {
    const { delta } = changeLine(newLine(), { discount_pct_reviewed: true }, true);
    expect(changeGroup(testGroup(), delta).discount_pct_reviewed_count).toBe(1);
  });

  it('gives price and units to the end at each level, for the ladder', () => {
    expect(lineAtLevels(newLine()).map(({ level, price, sales_qty }) => [level, price, sales_qty])).toEqual([
      [0, 100, 9],
      [20, 80, 16],
      [40, 60, 27],
    ]);
  });
});

describe('the review of a line', () => {
  const reviewed = newLine({ discount_pct_reviewed: true });

  it('[STATE-31] goes with the discount that was seen, and says by whom; undone, it comes back', () => {
    const lost = changeLine(reviewed, { discount_pct_user: 50 }, false, 'Claire Vasseur');
    expect(lost.line).toMatchObject({
      ...{ discount_pct_reviewed: false, review_lost_by: 'Claire Vasseur' },
      review_lost_pct: reviewed.discount_pct ?? null,
    });
    expect(lost.delta).toMatchObject({ reviewed_count: -1, changed_since_review_count: 1 });
    const back = { discount_pct_user: reviewed.discount_pct_user ?? null, gives_review_back: true };
    const given = changeLine(lost.line, back, false);
    expect(given.line.discount_pct_reviewed).toBe(true);
    expect(given.delta).toMatchObject({ reviewed_count: 1, changed_since_review_count: -1 });
  });

  it('[STATE-31] stays when the same discount is written', () => {
    const kept = changeLine(reviewed, { optimization_goal: 'sales' }, false);
    expect(kept.delta).toMatchObject({ reviewed_count: 0, changed_since_review_count: 0 });
  });
});
