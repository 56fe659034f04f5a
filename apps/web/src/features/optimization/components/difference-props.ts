import type { PlanComparison } from '@palier/contract';
import type { Horizon } from '@palier/domain';
import type { Optimization } from '../api/status.ts';
import type { Choices } from '../model/choices.ts';

/** What the products that differ are shown beside, and what choosing among runs does. */
export interface DifferenceProps {
  comparison: PlanComparison;
  runs: readonly Optimization[];
  horizon: Horizon;
  currency: string;
  /** The run that lines follow by default. */
  base: string;
  choices: Choices;
  onChoose: (choices: Choices) => void;
}
