import type { SnapshotDraft } from '@palier/analytics';
import { type Line, saidDiscountKind } from '@palier/domain';
import type { LineMoves } from '../departures/index.ts';
import { nullIfMissing } from '../facts/index.ts';
import type { Work } from './work.ts';

const FIELDS = [
  ...['item_group_id', 'title', 'stock_qty', 'discount_pct', 'discount_kind', 'discount_pct_opti'],
  ...['discount_pct_update_user', 'phase_forecast.sales', 'discount_budget'],
];

/** Compares the lines of a draft with those of the figures in use; before the draft ends. */
export async function lineMoves(
  { deps, project, line_ids }: Work,
  draft: Pick<SnapshotDraft, 'lines' | 'absences'>,
): Promise<LineMoves> {
  const there = new Set((await draft.lines()).ids);
  const away = [...line_ids.values()].filter((id) => !there.has(id));
  const none = { leaving: [], come: 0, there };
  if (away.length === 0) return none;
  const former = await deps.facts
    .use(project, async (own) => {
      const lines: Line[] = [];
      for await (const batch of own.rows({ line_ids: away, fields: FIELDS, excludes: ['curve'] }))
        for (const line of batch) lines.push(line);
      return { lines, ids: lines.length > 0 ? await own.lineIds({}) : [] };
    })
    .catch(nullIfMissing);
  if (!former || former.lines.length === 0) return none;
  const reasons = await draft.absences(former.lines.map(({ item_group_id }) => item_group_id));
  const before = new Set(former.ids);
  return {
    leaving: former.lines.map((line) => ({
      ...{ discount_id: line._id, item_group_id: line.item_group_id, title: line.title ?? null },
      reason: reasons.get(line.item_group_id) ?? 'unknown',
      discount_kind: line.discount_kind ? saidDiscountKind(line.discount_kind, line) : null,
      ...{ discount_pct: line.discount_pct ?? null, decided_by: line.discount_pct_update_user ?? null },
      ...{ stock_qty: line.stock_qty ?? null, sales: line.phase_forecast?.sales ?? null },
      discount_budget: line.discount_budget ?? null,
    })),
    come: [...there].filter((id) => !before.has(id)).length,
    there,
  };
}
