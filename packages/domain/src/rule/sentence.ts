import { findField } from '../catalogue/fields.ts';
import { querySummaryParts, type SentencePart, type SummaryContext } from '../query/summary.ts';
import type { QueryTree } from '../query/tree.ts';
import {
  FIXED_KEY,
  NO_VALUE_KEY,
  parseRange,
  type RuleDiscount,
  type RuleSpecification,
} from './specification.ts';

const plain = (text: string): SentencePart => ({ text });
const strong = (text: string): SentencePart => ({ text, strong: true });

const SHOWN_TERMS = 3;

/** What a rule asks of a product, after « démarque » : « de 40 % », « entre 40 et 60 % », « de 20 % au plus ». */
function ruleDiscountText(discount: RuleDiscount): string {
  if (typeof discount === 'number') return `de ${discount} %`;
  const { min, max } = discount;
  if (min !== null && max !== null) return min === max ? `tenue à ${min} %` : `entre ${min} et ${max} %`;
  if (min !== null) return `de ${min} % au moins`;
  return max === null ? 'libre' : `de ${max} % au plus`;
}

/** The same in a list of values: « 40 % », « 40 à 60 % », « 20 % au plus ». */
function termDiscountText(discount: RuleDiscount): string {
  if (typeof discount === 'number') return `${discount} %`;
  const { min, max } = discount;
  if (min !== null && max !== null) return min === max ? `${min} %` : `${min} à ${max} %`;
  return ruleDiscountText(discount).replace(/^de /, '');
}

function discountParts(discount: RuleDiscount): SentencePart[] {
  const most = typeof discount === 'number' ? discount : discount.max;
  if (most === 0) return [strong('pas de démarque')];
  return [plain('démarque '), strong(ruleDiscountText(discount))];
}

function termName(key: string, isRange: boolean): string {
  if (key === FIXED_KEY) return 'autres';
  if (key === NO_VALUE_KEY) return 'sans valeur';
  const range = isRange ? parseRange(key) : null;
  if (!range) return key;
  if (range.low === null) return `moins de ${range.high}`;
  return range.high === null ? `${range.low} et plus` : `de ${range.low} à ${range.high}`;
}

function byFieldParts(rule: RuleSpecification, context: SummaryContext): SentencePart[] {
  const by = rule.discount_spec_by ?? '';
  const label = context.fieldLabel?.(by) ?? findField(by)?.label ?? by;
  const entries = Object.entries(rule.discount_spec_map ?? {});
  // The others say what is left: they come last.
  entries.sort(([one], [other]) => Number(one === FIXED_KEY) - Number(other === FIXED_KEY));
  const isRange = rule.discount_spec_map_type === 'range';
  const shown = entries
    .slice(0, SHOWN_TERMS)
    .map(
      ([key, discount]) => `${termName(key, isRange)}${isRange ? ' →' : ''} ${termDiscountText(discount)}`,
    );
  const rest = entries.length - shown.length;
  const more = rest > 0 ? `, ${rest} ${rest === 1 ? 'autre valeur' : 'autres valeurs'}` : '';
  return [plain('la démarque suit '), strong(label), plain(` : ${shown.join(', ')}${more}`)];
}

function askedParts(rule: RuleSpecification, context: SummaryContext): SentencePart[] {
  const map = rule.discount_spec_map ?? {};
  if (Object.keys(map).length === 0) return [plain('démarque à choisir')];
  const single = rule.discount_spec_map_type === 'fixed' || !rule.discount_spec_by;
  if (!single) return byFieldParts(rule, context);
  const discount = map[FIXED_KEY];
  return discount === undefined ? [plain('démarque à choisir')] : discountParts(discount);
}

/** A rule as a French sentence, names and values standing out: « Si Couverture > 20 sem., démarque entre 40 et 60 %. » */
export function ruleSentence(
  rule: RuleSpecification & { query?: QueryTree | null },
  context: SummaryContext = {},
): SentencePart[] {
  const query = querySummaryParts(rule.query, { ...context, units: true });
  const who = query.length > 0 ? [plain('Si '), ...query] : [strong('Tous les produits')];
  return [...who, plain(', '), ...askedParts(rule, context), plain('.')];
}
