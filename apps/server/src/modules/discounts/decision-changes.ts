import type { ChangedColumn } from '@palier/domain';
import type { Selectable } from 'kysely';
import type { DiscountTable } from '../../db/tables/project-tables.ts';

export type DiscountRow = Selectable<DiscountTable>;

/** What an activity changes of a line's decision. */
export type DecisionChanges = Partial<Pick<DiscountRow, ChangedColumn>>;
export interface LineChanges {
  discount_id: string;
  changes: DecisionChanges;
}
