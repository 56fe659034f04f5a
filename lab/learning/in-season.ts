import type { DemandModel, WeeklyPanel } from '../../packages/engine/src/demand/types.ts';
import { updateDemand } from './update.ts';

/**
 * Teaches a model every week of a panel after those it was fitted on, one `updateDemand` each. Returns a new model.
 * @param panel the same items, from the same first week
 * @throws RangeError when the panel is not the model's
 */
export function learnSeason(model: DemandModel, panel: WeeklyPanel): DemandModel {
  if (panel.item_count !== model.item_count || panel.first_week_day !== model.first_week_day)
    throw new RangeError('learnSeason: the panel is not the one that the model was fitted on');
  let taught = model;
  for (let week = model.week_count; week < panel.week_count; week++) {
    const from_day = panel.first_week_day + 7 * week;
    taught = updateDemand(taught, {
      from_day,
      to_day: from_day + 7,
      units: column(panel, panel.units, week),
      discount: column(panel, panel.discount, week),
      availability: panel.availability && column(panel, panel.availability, week),
      breadth: panel.breadth && column(panel, panel.breadth, week),
    });
  }
  return taught;
}

function column(panel: WeeklyPanel, matrix: Float32Array, week: number): Float64Array {
  return Float64Array.from(
    { length: panel.item_count },
    (_, item) => matrix[item * panel.week_count + week] ?? 0,
  );
}
