import { judgeLoss, lossSentence } from '@palier/domain';

interface Standing {
  /** « Marge après invendus » as the screen shows it, were every price left as it is, and before one's own edits. */
  merit: number | null;
  nothing: number | null;
  before?: number | null;
}

/** What the plan in force loses, beside its figure: « 27,0 k€ de moins que ne rien faire »; empty when it does not. */
export function lossOfStanding({ merit, nothing, before }: Standing, currency: string): string {
  if (merit === null || nothing === null) return '';
  const none = {
    discount_count: 0,
    below_cost_count: 0,
    current_below_cost_count: 0,
    added_below_cost_count: 0,
  };
  const { warnings } = judgeLoss({
    ...none,
    profit_after_leftovers: merit,
    nothing_profit_after_leftovers: nothing,
    current_profit_after_leftovers: before ?? merit,
  });
  return lossSentence(warnings, currency, 'edit');
}
