import type { EvaluationPanel } from './types.ts';

/** The weeks `from` (included) to `to` (excluded) of a panel, as a panel of their own. */
export function sliceWeeks(data: EvaluationPanel, from: number, to: number): EvaluationPanel {
  const { panel } = data;
  const weeks = to - from;
  const cut = (matrix: Float32Array): Float32Array => {
    const part = new Float32Array(panel.item_count * weeks);
    for (let item = 0; item < panel.item_count; item++)
      part.set(matrix.subarray(item * panel.week_count + from, item * panel.week_count + to), item * weeks);
    return part;
  };
  const scored = new Uint8Array(panel.item_count * weeks);
  for (let item = 0; item < panel.item_count; item++)
    scored.set(
      data.scored.subarray(item * panel.week_count + from, item * panel.week_count + to),
      item * weeks,
    );
  return {
    scored,
    has_dates: data.has_dates,
    stock: data.stock === null ? null : cut(data.stock),
    panel: {
      ...panel,
      week_count: weeks,
      first_week_day: panel.first_week_day + 7 * from,
      units: cut(panel.units),
      discount: cut(panel.discount),
      availability: panel.availability === null ? null : cut(panel.availability),
      breadth: panel.breadth === null ? null : cut(panel.breadth),
      price_index: panel.price_index === null ? null : cut(panel.price_index),
      first_week: panel.first_week.map((week) => week - from),
    },
  };
}
