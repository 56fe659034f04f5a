import { foldText } from '@palier/domain';

/** Words of headings whose weeks, periods and years are those of the retailer's own calendar. */
const FISCAL =
  /\b(fiscale?s?|fisc|fy|retail|trading|commerciale?s?|exercices?|comptables?|accounting|[45] [45] [45])\b/;

/** Whether a heading says weeks, periods or years of the retailer's own calendar. */
export function isFiscalHeading(heading: string): boolean {
  return FISCAL.test(foldText(heading).replace(/[^a-z0-9]+/g, ' '));
}
