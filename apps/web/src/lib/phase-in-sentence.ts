import { phaseInSentence } from '@palier/domain';

/** A phase's name at the beginning of a sentence: « La démarque 3 ». */
export function phaseAtStart(label: string): string {
  return `L${phaseInSentence(label).slice(1)}`;
}
