// Simulated panels of several kinds, none of which follows the engine's own formula: for tests and measures.

import { layPanel, type PanelRow } from './read-panel.ts';
import { uniform } from './synthetic.ts';
import type { EvaluationPanel } from './types.ts';

/** A Monday. */
const START = 18_267;

interface Draws {
  /** 0 ≤ x < 1. */
  flat: () => number;
  /** Mean 0, sd 1. */
  bell: () => number;
  /** Negative binomial of a shape and mean. */
  count: (shape: number, mean: number) => number;
}

function draws(seed: number): Draws {
  const flat = uniform(seed);
  const bell = () => Math.sqrt(-2 * Math.log(flat() + 1e-12)) * Math.cos(2 * Math.PI * flat());
  const gamma = (shape: number): number => {
    if (shape < 1) return gamma(shape + 1) * flat() ** (1 / shape);
    // Marsaglia and Tsang (2000).
    const d = shape - 1 / 3;
    for (;;) {
      const x = bell();
      const v = (1 + x / Math.sqrt(9 * d)) ** 3;
      if (v > 0 && Math.log(flat() + 1e-300) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
    }
  };
  const poisson = (mean: number): number => {
    if (mean > 60) return Math.max(0, Math.round(mean + Math.sqrt(mean) * bell()));
    let n = 0;
    for (let left = Math.exp(-mean), product = flat(); product > left; product *= flat()) n++;
    return n;
  };
  return { flat, bell, count: (shape, mean) => (mean > 0 ? poisson((mean * gamma(shape)) / shape) : 0) };
}

interface Sale {
  discount: number;
  units: number;
  stock?: number;
}

function panelOf(
  items: number,
  weeks: number,
  life: (item: number) => (week: number) => Sale | null,
): EvaluationPanel {
  const rows: PanelRow[] = [];
  for (let item = 0; item < items; item++) {
    const sell = life(item);
    for (let week = 0; week < weeks; week++) {
      const sale = sell(week);
      if (sale === null) continue;
      rows.push({
        item: `i${item}`,
        category: `c${item % 4}`,
        week: START + 7 * week,
        units: sale.units,
        list_price: 10,
        paid_price: 10 * (1 - sale.discount),
        stock: sale.stock ?? Number.NaN,
      });
    }
  }
  return layPanel(rows, true, true);
}

/** Short lives that fade, ladders of markdowns for what is left over, stocks that run out. */
function fashion(seed: number): EvaluationPanel {
  const { flat, bell, count } = draws(seed);
  return panelOf(180, 90, () => {
    const level = Math.exp(1 + 1.1 * bell());
    const slope = 1.8 + 0.5 * bell();
    const launch = Math.floor(80 * flat());
    let stock = Math.round(level * 26 * (0.5 + flat()));
    let discount = 0;
    return (week) => {
      const age = week - launch;
      if (age < 0 || age >= 26) return null;
      const slow = stock > level * (26 - age);
      if (age > 13 && flat() < 0.35) discount = Math.min(0.7, discount + (slow ? 0.2 : 0.1));
      const lift = (1 - discount) ** -slope * (discount > 0 ? 1.3 : 1);
      const units = Math.min(stock, count(3, level * Math.exp(-0.05 * age) * lift));
      stock -= units;
      return { discount, units, stock: stock + units };
    };
  });
}

/** Promotions that work from a threshold on, and are followed by a hollow. */
function grocery(seed: number): EvaluationPanel {
  const { flat, bell, count } = draws(seed);
  return panelOf(60, 90, () => {
    const level = Math.exp(3 + 0.8 * bell());
    const threshold = 0.1 + 0.1 * flat();
    const jump = 0.5 + flat();
    let before = 0;
    return () => {
      const discount = flat() < 0.18 ? ([0.05, 0.15, 0.25, 0.5][Math.floor(4 * flat())] ?? 0) : 0;
      const hollow = discount === 0 && before > threshold ? -0.35 : 0;
      before = discount;
      const lift = discount > threshold ? jump + discount : 0.2 * discount;
      return { discount, units: count(8, level * Math.exp(lift + hollow)) };
    };
  });
}

/** Less than a unit a week, and the slowest cut most. */
function slow(seed: number): EvaluationPanel {
  const { flat, count } = draws(seed);
  return panelOf(160, 70, () => {
    const level = 0.05 + 0.8 * flat() ** 2;
    let discount = 0;
    return (week) => {
      const often = level < 0.25 ? 0.45 : 0.2;
      if (week % 10 === 0) discount = flat() < often ? 0.2 + 0.1 * Math.floor(4 * flat()) : 0;
      return { discount, units: count(1, level * (1 - discount) ** -2) };
    };
  });
}

/** A strong year of its own in each category. */
function seasonal(seed: number): EvaluationPanel {
  const { flat, bell, count } = draws(seed);
  return panelOf(80, 130, (item) => {
    const level = Math.exp(2 + 0.8 * bell());
    return (week) => {
      const discount = flat() < 0.1 ? 0.2 : 0;
      const year = Math.exp(1.6 * Math.cos((2 * Math.PI * (week - 13 * (item % 4))) / 52));
      return { discount, units: count(6, level * year * (1 - discount) ** -1.5) };
    };
  });
}

/** Everything at the same discount in the same weeks. */
function chainSales(seed: number): EvaluationPanel {
  const { bell, count } = draws(seed);
  return panelOf(80, 90, () => {
    const level = Math.exp(1.5 + bell());
    return (week) => {
      const discount = week % 26 >= 20 ? 0.1 * ((week % 26) - 18) : 0;
      return { discount, units: count(5, level * (1 - discount) ** -2) };
    };
  });
}

/** Five products alone. */
function fewItems(seed: number): EvaluationPanel {
  const { flat, bell, count } = draws(seed);
  return panelOf(5, 70, () => {
    const level = Math.exp(3 + 0.8 * bell());
    const slope = 2 + 0.7 * bell();
    let drift = 0;
    return () => {
      drift = 0.7 * drift + 0.2 * bell();
      const discount = flat() < 0.25 ? 0.1 * Math.ceil(4 * flat()) : 0;
      return { discount, units: count(10, level * Math.exp(drift) * (1 - discount) ** -slope) };
    };
  });
}

/** Levels that rise, fall and wander. */
function trends(seed: number): EvaluationPanel {
  const { flat, bell, count } = draws(seed);
  return panelOf(100, 80, (item) => {
    const level = Math.exp(2.5 + 0.7 * bell());
    let drift = 0;
    return (week) => {
      drift += 0.08 * bell();
      const discount = flat() < 0.15 ? 0.1 * Math.ceil(4 * flat()) : 0;
      const trend = (item % 2 === 0 ? -0.02 : 0.02) * (week - 40);
      return { discount, units: count(8, level * Math.exp(trend + drift) * (1 - discount) ** -2.2) };
    };
  });
}

/** Items that vanish for weeks and come back, without a stock to tell. */
function gaps(seed: number): EvaluationPanel {
  const { flat, bell, count } = draws(seed);
  return panelOf(100, 80, () => {
    const level = Math.exp(1.5 + bell());
    let there = flat() < 0.5;
    return () => {
      if (flat() < 0.06) there = !there;
      const discount = flat() < 0.1 ? 0.3 : 0;
      return { discount, units: there ? count(4, level * (1 - discount) ** -2) : 0 };
    };
  });
}

/** Discounts given when the level has fallen. */
function cutWhenSlow(seed: number): EvaluationPanel {
  const { bell, count } = draws(seed);
  return panelOf(80, 90, () => {
    const level = Math.exp(1.8 + 0.8 * bell());
    let drift = 0;
    let discount = 0;
    return (week) => {
      drift = 0.95 * drift + 0.15 * bell();
      if (week % 4 === 0) discount = drift < -0.3 ? 0.3 : drift < -0.1 ? 0.15 : 0;
      return { discount, units: count(6, level * Math.exp(drift) * (1 - discount) ** -1.2) };
    };
  });
}

/** Twelve weeks in all. */
function short(seed: number): EvaluationPanel {
  const { flat, bell, count } = draws(seed);
  return panelOf(100, 12, () => {
    const level = Math.exp(2 + bell());
    return () => {
      const discount = flat() < 0.3 ? 0.1 * Math.ceil(5 * flat()) : 0;
      return { discount, units: count(5, level * (1 - discount) ** -2) };
    };
  });
}

export const FAMILIES = {
  fashion,
  grocery,
  slow,
  seasonal,
  chain_sales: chainSales,
  few_items: fewItems,
  trends,
  gaps,
  cut_when_slow: cutWhenSlow,
  short,
} as const;
