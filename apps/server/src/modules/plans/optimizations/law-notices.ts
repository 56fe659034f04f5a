import { type LevelRule, REMOVED_LEVEL_REASONS } from '@palier/domain';
import { rulesAt } from '../../law/index.ts';
import { countLines } from './limits.ts';
import type { PlanBase } from './plan.ts';
import type { PlanRules } from './plan-rules.ts';
import { lawOnPlan } from './problem.ts';
import { ownLevels, type Span } from './spans.ts';

/** What the organisation's blocking rules did to a plan: levels removed, lines left without any, choices that stand. */
export function lawNotices(base: PlanBase, rules: PlanRules): string[] {
  if (!base.removed) return [];
  const { spans, hit, stuck, against } = lawOnPlan(base, rules);
  const count = (marks: Uint8Array): number => marks.reduce((sum, mark) => sum + mark, 0);
  const [hits, left, kept] = [count(hit), count(stuck), count(against)];
  return [
    ...(hits > 0
      ? [
          `Niveaux retirés par la loi, que l’enseigne fait bloquer, pour ${countLines(hits, 'produit', 'produits')} : ${reasonsOf(base, spans, hit)}.${laterText(base)}`,
        ]
      : []),
    ...(left > 0
      ? [
          `${countLines(left, 'produit n’a', 'produits n’ont')} aucun niveau que la loi permet${untilText(base)} : ${left === 1 ? 'il reste' : 'ils restent'} à la plus petite démarque possible, et la validation le dira.`,
        ]
      : []),
    ...(kept > 0
      ? [
          `${countLines(kept, 'démarque choisie à la main est refusée', 'démarques choisies à la main sont refusées')} par la loi : ${kept === 1 ? 'gardée, elle bloquera' : 'gardées, elles bloqueront'} la validation.`,
        ]
      : []),
  ];
}

const hasLater = ({ project: { phases, working_phase } }: PlanBase): boolean =>
  working_phase !== null && working_phase < phases.length - 1;

/** What the levels of the phases that follow are judged by: the days before them are not all lived yet. */
const laterText = (base: PlanBase): string =>
  hasLater(base)
    ? ' Chaque démarque est jugée par son propre prix antérieur, aux prix de vente connus aujourd’hui.'
    : '';

const untilText = (base: PlanBase): string => (hasLater(base) ? ' jusqu’à la dernière démarque' : '');

/** « 8 au prix antérieur non établi, 4 … »: the lines by what removes their levels in some phase. */
function reasonsOf({ removed }: PlanBase, spans: readonly Span[], hit: Uint8Array): string {
  const counts = new Map<LevelRule, number>();
  spans.forEach((span, item) => {
    if (hit[item] !== 1 || !removed) return;
    let bits = 0;
    for (const level of ownLevels(span))
      for (let first = 0; first < removed.phases; first++)
        for (let phase = first; phase < removed.phases; phase++)
          bits |= removed.at(item, { first, phase, level });
    for (const rule of rulesAt(bits)) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  });
  return [...counts].map(([rule, count]) => `${REMOVED_LEVEL_REASONS[rule]} (${count})`).join(', ');
}
