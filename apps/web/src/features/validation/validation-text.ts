import type { Project, ProjectStats } from '@palier/contract';
import { hasWorkingPhase, phaseInSentence, phaseLabel } from '@palier/domain';
import { countOf, plural } from '../../lib/french.ts';
import { phaseAtStart } from '../../lib/phase-in-sentence.ts';
import { leftToReview } from './check-list.ts';

/** The worked phase inside a sentence: « la démarque 3 »; null when none is worked. */
export function workedPhaseName(project: Project): string | null {
  if (!hasWorkingPhase(project)) return null;
  const index = project.working_phase ?? 0;
  return phaseInSentence(phaseLabel(project.phases[index], index));
}

/** What validating will do, in full. */
export function consequence(project: Project, stats: ProjectStats | null): string {
  const index = (project.working_phase ?? 0) + 1;
  const left = leftToReview(stats);
  const next =
    index < project.phases.length
      ? `${phaseAtStart(phaseLabel(project.phases[index], index))} deviendra la démarque travaillée.`
      : 'Ce sera la dernière démarque\u202f: le projet n’aura plus de démarque travaillée.';
  if (!left) return next;
  const kept = plural(left, 'partira avec sa démarque actuelle', 'partiront avec leur démarque actuelle');
  return `${countOf(left, 'produit à revoir', 'produits à revoir')} ${kept}. ${next}`;
}
