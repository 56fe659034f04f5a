import type * as domain from '@palier/domain';

/** What edits change of a horizon. */
export type EffectMeasure =
  | 'sales_qty'
  | 'sales'
  | 'profit'
  | 'profit_after_leftovers'
  | 'stock'
  | 'discount_budget';

/** Figures before the session's first change, to show what it changed; the margin after leftovers is always to the end. */
export interface BeforeFigures extends Record<domain.Horizon, Record<EffectMeasure, number | null>> {
  discount_pct: number | null;
}

/** What the edit session keeps on every row beside what the server says of it. */
interface Edited {
  before?: BeforeFigures;
}

/** What lines, groups and the total have in common on the screen. */
export interface Figures extends domain.Figures, Edited {}

/** A line on the screen. */
export interface Line extends domain.Line, Edited {
  /** Someone else's change seen in this session. */
  changed_by?: { name: string; at: string };
}

/** A group, or the total (keys empty), on the screen. */
export interface Group extends domain.Group, Edited {}
