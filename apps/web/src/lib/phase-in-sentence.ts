import { french } from './french.ts';

/** A phase's name inside a sentence: « la démarque 3 », « la phase « Vente 1 » » for names of the user's own. */
export function phaseInSentence(label: string): string {
  return /^Démarque \d+$/.test(label) ? `la d${label.slice(1)}` : french(`la phase « ${label} »`);
}

/** The same with a capital, to begin a sentence. */
export function phaseAtStart(label: string): string {
  return `L${phaseInSentence(label).slice(1)}`;
}
