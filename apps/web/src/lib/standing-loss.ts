import { formatCompactMoney, judgeLoss, lossSentence } from '@palier/domain';

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
  const said = lossSentence(warnings, currency, 'edit');
  // A plan may be better than doing nothing, and lose all the same: it is not left to a sign before the figure.
  if (merit > -0.5) return said;
  return [`perte de ${formatCompactMoney(-merit, currency)} une fois les invendus comptés`, said]
    .filter(Boolean)
    .join(' ; ');
}
