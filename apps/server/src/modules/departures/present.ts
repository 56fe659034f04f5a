import type { Departures } from '@palier/contract';
import type { DepartedRow } from './repository.ts';

export function presentDeparted(line: DepartedRow): Departures['data'][number] {
  return {
    activity_id: line.activity_id,
    discount_id: line.discount_id,
    item_group_id: line.item_group_id,
    title: line.title,
    left_at: line.left_at.toISOString(),
    reason: line.reason,
    project_phase: line.project_phase,
    discount_pct: line.discount_pct,
    discount_kind: line.discount_kind,
    included: line.included,
    reviewed: line.reviewed,
    decided_by: line.decided_by,
    stock_qty: line.stock_qty,
    sales: line.sales,
    discount_budget: line.discount_budget,
    returned: line.returned,
  };
}
