import type { Rule, RuleConflict, RulePreview } from '@palier/contract';
import { formatCompactMoney, formatPercent, type RuleDiscount } from '@palier/domain';
import { french, plural } from '../../../lib/french.ts';

/** « demande au moins 40 % », « s’arrête à 30 % », « donne 20 % ». */
function askedText(asked: RuleDiscount | null): string {
  if (asked === null) return 'demande d’autres démarques';
  if (typeof asked === 'number') return `donne ${asked} %`;
  const { min, max } = asked;
  if (min !== null && max !== null)
    return min === max ? `tient à ${min} %` : `demande entre ${min} et ${max} %`;
  if (min !== null) return `demande au moins ${min} %`;
  return max === null ? 'laisse libre' : `s’arrête à ${max} %`;
}

/** « à 30 % », « entre 20 et 30 % », « sans démarque ». */
function reachedText({ discount_pct_min: least, discount_pct_max: most }: RuleConflict): string {
  if (least === null || most === null) return 'sans démarque';
  return least === most ? `à ${least} %` : `entre ${least} et ${most} %`;
}

/** A rule by its place and its name: « 4 « Vider les fins de série » ». */
export function placedName({ position, name }: Pick<Rule, 'position' | 'name'>): string {
  return french(`${position + 1} « ${name} »`);
}

/** Who wins over whom and what becomes of the products, in sentences; the names of rules apart, to stand out. */
export function conflictText(
  conflict: RuleConflict,
  rules: readonly Rule[],
): { rule: string; asks: string; winner: string | null; wins: string; end: string } | null {
  const rule = rules.find(({ _id }) => _id === conflict.rule_id);
  const winner = rules.find(({ _id }) => _id === conflict.winner_id);
  if (!rule) return null;
  const count = conflict.discount_count;
  const these = plural(count, 'ce produit restera', `ces ${count} produits resteront`);
  const end = french(
    winner
      ? `La règle la plus haute l’emporte : ${these} ${reachedText(conflict)}.`
      : `Un prix démarqué ne remonte pas : ${these} ${reachedText(conflict)}.`,
  );
  return {
    rule: placedName(rule),
    asks: french(askedText(conflict.asked)),
    winner: winner ? placedName(winner) : null,
    wins: french(askedText(conflict.winner_asked)),
    end,
  };
}

/** « marge après invendus +1,1 k€, budget +2,9 k€ », « rien ne change » */
function remedyText(effect: NonNullable<RuleConflict['swap']>, currency: string): string {
  const { profit_after_leftovers: merit, discount_budget: budget } = effect;
  if (Math.abs(merit) < 0.5 && Math.abs(budget) < 0.5) return 'rien ne change';
  const money = (value: number) => formatCompactMoney(value, currency, true);
  return `marge après invendus ${money(merit)}, budget ${money(budget)}`;
}

/** What each remedy would change: « 4 avant 3 : marge après invendus +1,1 k€, budget +2,9 k€ ». */
export function remedyTexts(
  { rule_id, winner_id, swap, exclude }: RuleConflict,
  rules: readonly Rule[],
  currency: string,
): string[] {
  const place = (id: string | null) => rules.findIndex(({ _id }) => _id === id) + 1;
  const said = [
    swap ? `${place(rule_id)} avant ${place(winner_id)} : ${remedyText(swap, currency)}` : '',
    exclude ? `exclus de ${place(rule_id)} : ${remedyText(exclude, currency)}` : '',
  ];
  return said.filter(Boolean).map(french);
}

/** What a rule does to a product of its preview, and how it is told apart. */
export function effectText(
  row: RulePreview['data'][number],
  rules: readonly Pick<Rule, '_id' | 'position'>[],
  ruleId: string,
): { text: string; tone: 'neutral' | 'attention' | 'computed' } {
  const { discount_pct: before, new_discount_pct: after } = row;
  if (row.overruled_by !== null) {
    const winner = rules.find(({ _id }) => _id === row.overruled_by_rule_id);
    const name = winner ? `règle ${winner.position + 1}` : 'démarque précédente';
    return { text: `${name} l’emporte`, tone: 'attention' };
  }
  if (before === after) return { text: 'inchangée', tone: 'neutral' };
  if (after === null) return { text: 'retirée', tone: 'computed' };
  const verb = before === null ? 'posée' : after > before ? 'relevée' : 'abaissée';
  const decider = rules.find(({ _id }) => _id === row.decided_by_rule_id && _id !== ruleId);
  const by = decider ? ` par la règle ${decider.position + 1}` : '';
  return { text: `${verb} à ${formatPercent(after)}${by}`, tone: 'computed' };
}
