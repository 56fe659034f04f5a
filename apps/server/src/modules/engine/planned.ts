import type { EngineLines, SnapshotProject, WeeklyPanelData } from '@palier/analytics';
import { type PhaseWindow, type PlannedDiscounts, parseDay } from '@palier/engine';

/** Weeks after the data that a plan looks at: what is learnt of others counts no longer beyond them. */
const WEEKS = 16;

interface PlanInput {
  project: Pick<SnapshotProject, 'end_date'>;
  panel: Pick<WeeklyPanelData, 'line_rows'> & {
    panel: Pick<WeeklyPanelData['panel'], 'item_count' | 'week_count' | 'first_week_day' | 'discount'>;
  };
  lines: Pick<EngineLines, 'ids'>;
  /** Discount chosen so far for the worked phase, by line, in points; NaN where there is none. */
  chosen_discount: Float64Array;
}

/**
 * What every product of the warehouse is to be sold at, as far as it is known: up to the worked phase what is in force;
 * from it on what the plan says of its lines when the data were read, nothing of those not decided yet, and for
 * products outside the project the discount that they have.
 *
 * @param current discount in force of each line, as a share
 */
export function plannedDiscounts(
  { panel, lines, chosen_discount, project }: PlanInput,
  current: Float64Array,
  worked: PhaseWindow | undefined,
): PlannedDiscounts {
  const { item_count, week_count, first_week_day } = panel.panel;
  const history_end = first_week_day + 7 * week_count;
  const start = worked ? worked.from_day : parseDay(project.end_date);
  // A week belongs to the phase that its middle is in.
  const before = Math.max(0, Math.min(WEEKS, Math.ceil((start - history_end - 3) / 7)));
  const discount = new Float32Array(item_count * WEEKS);
  for (let item = 0; item < item_count; item++)
    discount.fill(
      panel.panel.discount[(item + 1) * week_count - 1] ?? Number.NaN,
      item * WEEKS,
      (item + 1) * WEEKS,
    );
  lines.ids.forEach((_, line) => {
    const row = panel.line_rows[line] ?? -1;
    if (row < 0) return;
    discount.fill(current[line] ?? 0, row * WEEKS, row * WEEKS + before);
    discount.fill((chosen_discount[line] ?? Number.NaN) / 100, row * WEEKS + before, (row + 1) * WEEKS);
  });
  return { weeks: WEEKS, discount };
}
