import type { RuleVersion } from '@palier/contract';
import { ruleSentence, type SummaryContext } from '@palier/domain';
import { french } from '../../../lib/french.ts';

type Content = RuleVersion['content'];

function sentenceOf(content: Content, context: SummaryContext): string {
  return ruleSentence(content, context)
    .map(({ text }) => text)
    .join('');
}

/** What changed from one version of a rule to the next, in sentences; a first version says all of itself. */
export function differences(before: Content | null, after: Content, context: SummaryContext): string[] {
  const sentence = sentenceOf(after, context);
  if (!before) return [french(`« ${after.name} » : ${sentence}`)];
  const former = sentenceOf(before, context);
  const said = [
    before.name === after.name ? '' : `Nom : « ${before.name} » devient « ${after.name} »`,
    former === sentence ? '' : `Avant : ${former}`,
    former === sentence ? '' : `Après : ${sentence}`,
    before.active === after.active ? '' : after.active ? 'Activée' : 'Désactivée',
    before.position === after.position ? '' : `Place : ${before.position + 1} devient ${after.position + 1}`,
  ].filter(Boolean);
  return said.length > 0 ? said.map(french) : ['Rien de ce qu’elle dit n’a changé'];
}
