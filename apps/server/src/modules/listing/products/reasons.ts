import type { Product } from '@palier/contract';
import {
  appliedRules,
  countOf,
  effectiveBound,
  formatDelta,
  formatMoneyDelta,
  formatPercent,
  formatQuantity,
  isShown,
  type LevelRule,
  type Line,
  lineAtItsPhase,
  plural,
  previousDiscount,
  REMOVED_LEVEL_REASONS,
  workedDiscount,
} from '@palier/domain';
import type { CorrectionReason } from '@palier/engine';

const CORRECTION_REASONS: Record<CorrectionReason, string> = {
  discount: 'ce que ce taux a donné de plus ou de moins que prévu',
  opening: 'les premières semaines à un nouveau taux',
  past: 'les démarques que le produit vient d’avoir',
  others: 'les démarques des autres produits',
  sales: 'les écarts récents entre ventes et prévisions',
  calendar: 'la période de l’année et l’âge du produit',
  category: 'ce que sa catégorie a montré',
};

type Levels = NonNullable<Product['levels']>;

/** What the learned correction adds to the forecast of the discount in force (a share), and its main reason. */
interface Correction {
  share: number;
  reason: CorrectionReason;
}

/** What the forecast makes of a step more of discount (points), the one where the line stands or the one below it. */
interface Response {
  from: number;
  to: number;
  /** What it adds to the demand of the worked phase before the stock limits it, as a share. */
  share: number;
}

/** What is known of the forecast of the worked phase at the discount where the line stands. */
export interface ForecastFacts {
  /** Units passed as often as not. */
  median?: number | null;
  correction?: Correction | null;
  response?: Response | null;
}

/** Where the discount in force comes from, as far as the line itself does not tell. */
export interface Origin {
  /** Of a choice by hand: who made it, and whether rules have brought it inside their bounds since. */
  chosen_by?: string | null;
  moved_by_rules?: boolean;
  /** Rules gave the automatic discount. */
  given_by_rules?: boolean;
}

interface Facts extends ForecastFacts, Origin {
  /** Whether the reader may see what a discount earns. */
  costs: boolean;
  levels: Levels;
  /** Where the response to discounts comes from; null: not known. */
  response_source: string | null;
  currency: string;
  /** The project's; null once its last phase is validated: the discount explained is that phase's. */
  working_phase: number | null;
}

/** Why this discount, in sentences: who chose it, what binds it, and what the neighbouring ones would give. */
export function reasonsFor(found: Line, facts: Facts): string[] {
  const line = lineAtItsPhase(found, facts.working_phase);
  const { levels, currency, costs } = facts;
  return [
    ...originOf(line, facts),
    ...exclusionOf(line),
    ...boundsOf(line),
    ...lawOf(levels),
    ...compare(line, levels, costs ? currency : null),
    ...responseOf(facts),
    ...middleOf(line, levels, facts.median ?? null),
    ...correctionOf(line, facts),
  ];
}

function originOf(line: Line, facts: Facts): string[] {
  const { discount_pct, discount_pct_user, discount_pct_opti } = line;
  if (typeof discount_pct_user === 'number') return [choiceOf(discount_pct_user, line, facts)];
  if (typeof discount_pct !== 'number')
    return [
      facts.working_phase === null
        ? 'Aucune démarque n’a été choisie.'
        : 'Aucune démarque n’est encore choisie.',
    ];
  const own = formatPercent(discount_pct);
  if (discount_pct === discount_pct_opti) return [`${own} est la démarque proposée par l’optimisation.`];
  const optimum =
    typeof discount_pct_opti === 'number'
      ? `\u202f; l’optimisation proposait ${formatPercent(discount_pct_opti)}`
      : '';
  if (!optimum && discount_pct > 0 && discount_pct === previousDiscount(line))
    return [`${own} prolonge la démarque précédente : un prix démarqué ne remonte pas.`];
  const rules = appliedRules(line).map(({ name }) => `«\u202f${name}\u202f»`);
  const isOfRules = facts.given_by_rules === true || effectiveBound(line) !== null;
  if (rules.length === 0 || !isOfRules)
    return [`${own} est la démarque automatique : personne n’en a choisi d’autre${optimum}.`];
  const who = plural(rules.length, 'la règle', 'les règles');
  const take = plural(rules.length, 'prend', 'prennent');
  return [`${own} vient des règles : ${who} ${rules.join(', ')} ${take} ce produit${optimum}.`];
}

function choiceOf(chosen: number, { discount_pct_opti }: Line, { chosen_by, moved_by_rules }: Facts): string {
  const optimum =
    typeof discount_pct_opti === 'number' && discount_pct_opti !== chosen
      ? `\u202f; l’optimisation proposait ${formatPercent(discount_pct_opti)}`
      : '';
  if (moved_by_rules)
    return `Une démarque choisie à la main a été ramenée par les règles à ${formatPercent(chosen)}${optimum}.`;
  return `${formatPercent(chosen)} est choisi à la main${chosen_by ? ` par ${chosen_by}` : ''}${optimum}.`;
}

/** Every figure of a product left out is at the price that it keeps. */
function exclusionOf(line: Line): string[] {
  if (line.included !== false) return [];
  const kept = workedDiscount(line);
  return [
    kept > 0
      ? `Le produit est exclu de la démarque : il garde sa démarque précédente, ${formatPercent(kept)}.`
      : 'Le produit est exclu de la démarque : il reste à son prix plein.',
  ];
}

function boundsOf(line: Line): string[] {
  const { discount_pct_min, discount_pct_max } = line;
  const previous = previousDiscount(line);
  const reasons: string[] = [];
  if (typeof discount_pct_min === 'number' && discount_pct_min > 0)
    reasons.push(`Les règles imposent au moins ${formatPercent(discount_pct_min)}.`);
  if (typeof discount_pct_max === 'number')
    reasons.push(`Les règles limitent à ${formatPercent(discount_pct_max)}.`);
  if (previous !== null && previous > 0)
    reasons.push(`La démarque précédente était de ${formatPercent(previous)}.`);
  return reasons;
}

/** The levels that plans leave out, by what removes them: « 20 % et 30 % : prix qui n’est pas sous le prix antérieur ». */
function lawOf(levels: Levels): string[] {
  const byReason = new Map<LevelRule, string[]>();
  for (const { discount_pct, removed_by } of levels)
    for (const rule of removed_by)
      byReason.set(rule, [...(byReason.get(rule) ?? []), formatPercent(discount_pct, 0)]);
  return [...byReason].map(([rule, removed]) => {
    const which = removed.length === 1 ? 'Niveau retiré' : 'Niveaux retirés';
    return `${which} par la loi : ${removed.join(', ')} (${REMOVED_LEVEL_REASONS[rule]}).`;
  });
}

/** What one step more or less than where the line stands would change over the phases left; in units alone without a currency. */
function compare(line: Line, levels: Levels, currency: string | null): string[] {
  const at = levels.findIndex((level) => level.discount_pct === workedDiscount(line));
  const own = levels[at];
  return [levels[at + 1], levels[at - 1]].flatMap((other) => {
    if (!own || !other?.allowed) return [];
    const units = (other.total.sales_qty ?? 0) - (own.total.sales_qty ?? 0);
    const [before, after] = [own.total.profit_after_leftovers, other.total.profit_after_leftovers];
    const earned =
      currency === null || !isShown(before) || !isShown(after)
        ? ''
        : ` et ${formatMoneyDelta(after - before, currency)} de marge après invendus`;
    return [
      `À ${formatPercent(other.discount_pct)}, ${formatDelta(units)} ${Math.abs(units) < 1.5 ? 'unité' : 'unités'}${earned}, jusqu’à la fin.`,
    ];
  });
}

/** By the forecast itself: what a label shows of a markdown, and what was learnt, move demand as the price does. */
function responseOf({ response, response_source }: Facts): string[] {
  if (!response || response_source === null) return [];
  const { from, to, share } = response;
  const step = `de ${formatPercent(from)} à ${formatPercent(to)}`;
  const moved =
    share < 0.005
      ? 'la demande prévue ne change pas'
      : `la demande prévue augmente d’environ ${formatPercent(100 * share, 0)}, si le stock suffit`;
  return [`${response_source} : ${step}, ${moved}.`];
}

function correctionOf(line: Line, { correction, levels }: Facts): string[] {
  // Where nothing is left to sell, nothing that is shown is corrected.
  if (!correction || levelOf(line, levels)?.phase.sales_qty === 0) return [];
  const moved = correction.share > 0 ? 'relève' : 'abaisse';
  const size = formatPercent(100 * Math.abs(correction.share), 0);
  return [
    `Ce que les prévisions passées ont manqué ${moved} la demande prévue de ${size} : surtout ${CORRECTION_REASONS[correction.reason]}.`,
  ];
}

const levelOf = (line: Line, levels: Levels): Levels[number] | undefined =>
  levels.find((level) => level.discount_pct === workedDiscount(line));

/** The mean and the median tell different things where sales are few or come in bursts. */
function middleOf(line: Line, levels: Levels, median: number | null): string[] {
  const mean = levelOf(line, levels)?.phase.sales_qty;
  if (typeof mean !== 'number' || median === null || Math.abs(mean - median) < Math.max(1, 0.1 * mean))
    return [];
  const usually =
    median < mean
      ? 'le plus souvent moins, et parfois bien plus'
      : 'le plus souvent plus, et parfois bien moins';
  return [
    `La démarque est prévue à ${countOf(Math.round(mean), 'unité')} en moyenne (médiane : ${formatQuantity(median)}) : ${usually}.`,
  ];
}
