import { type LevelRule, REMOVED_LEVEL_REASONS } from '@palier/domain';
import { rulesAt } from '../../law/index.ts';
import { countLines } from './limits.ts';
import type { PlanBase } from './plan.ts';
import type { PlanRules } from './plan-rules.ts';
import { lawOnPlan } from './problem.ts';

/** What the organisation's blocking rules did to a plan: levels removed, lines left without any, choices that stand. */
export function lawNotices(base: PlanBase, rules: PlanRules): string[] {
  if (!base.removed) return [];
  const { hit, stuck, against } = lawOnPlan(base, rules);
  const count = (marks: Uint8Array): number => marks.reduce((sum, mark) => sum + mark, 0);
  const [hits, left, kept] = [count(hit), count(stuck), count(against)];
  return [
    ...(hits > 0
      ? [
          `Niveaux retirés par la loi, que l’enseigne fait bloquer, pour ${countLines(hits, 'produit', 'produits')} : ${reasonsOf(base, hit)}.${laterText(base)}`,
        ]
      : []),
    ...(left > 0
      ? [
          `${countLines(left, 'produit n’a', 'produits n’ont')} aucun niveau que la loi permet : ${left === 1 ? 'il reste' : 'ils restent'} à la plus petite démarque possible, et la validation le dira.`,
        ]
      : []),
    ...(kept > 0
      ? [
          `${countLines(kept, 'démarque choisie à la main est refusée', 'démarques choisies à la main sont refusées')} par la loi : ${kept === 1 ? 'gardée, elle bloquera' : 'gardées, elles bloqueront'} la validation.`,
        ]
      : []),
  ];
}

/** What the levels of the phases that follow are judged by: their own prior prices are of days that are not lived yet. */
function laterText({ project: { phases, working_phase } }: PlanBase): string {
  if (working_phase === null || working_phase >= phases.length - 1) return '';
  return ' Les démarques suivantes sont lues comme celle-ci ; chacune le sera par son propre prix antérieur une fois travaillée.';
}

/** « 8 au prix antérieur non établi, 4 … »: the lines by what removes their levels. */
function reasonsOf({ removed, levels, lines }: PlanBase, hit: Uint8Array): string {
  const counts = new Map<LevelRule, number>();
  lines.ids.forEach((_, item) => {
    if (hit[item] !== 1) return;
    const own = removed?.subarray(item * levels.length, (item + 1) * levels.length);
    for (const rule of rulesAt(own?.reduce((bits, more) => bits | more, 0) ?? 0))
      counts.set(rule, (counts.get(rule) ?? 0) + 1);
  });
  return [...counts].map(([rule, count]) => `${REMOVED_LEVEL_REASONS[rule]} (${count})`).join(', ');
}
