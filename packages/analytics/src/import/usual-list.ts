import { countOf, type ImportAnswers, type ImportQuestion, questionKey } from '@palier/domain';
import type { Session } from '../database/session.ts';
import { type NamedList, readNamedLists, usualListOf } from '../warehouse/usual-list.ts';
import { type Settled, settleAsked } from './settled.ts';
import type { Staged } from './staged.ts';

/** The answer that leaves the choice to each project, and what comes before the name of a list. */
const NONE = 'none';
const NAMED = 'list:';
const SHOWN = 6;

interface Asking {
  /** The usual list of the previous version. */
  before: string | undefined;
  /** The list of what is paid, where the organisation names one. */
  paid: string | undefined;
  answers: ImportAnswers | undefined;
}

const quoted = (lists: readonly NamedList[]): string =>
  new Intl.ListFormat('fr-FR').format(lists.slice(0, SHOWN).map(({ list }) => `«\u202f${list}\u202f»`));

function ask(file: string, lists: readonly NamedList[]): ImportQuestion {
  return {
    ...{ key: questionKey('usual_list', file), code: 'usual_list', file, column: null },
    text: `Les prix sont dans plusieurs tarifs, ${quoted(lists)}, et les articles n’en ont pas. Lequel donne les prix de vente quand un projet n’en choisit pas\u202f?`,
    choices: [
      ...lists.slice(0, SHOWN).map(({ list, products }) => ({
        value: `${NAMED}${list}`,
        label: list,
        detail: countOf(products, 'produit a un prix', 'produits ont un prix'),
      })),
      { value: NONE, label: 'Aucun', detail: 'un projet qui ne choisit pas de tarif n’a pas de prix' },
    ],
  };
}

/**
 * Finds the list that says what products cost where a project chooses none. Where it is one of several that nothing tells
 * apart, it is asked for once, and then said. Needs tables `price` and `item`, and views `prev_*`.
 *
 * @param files of prices
 */
export async function settleUsualList(
  session: Session,
  files: readonly Staged[],
  { before, paid, answers }: Asking,
): Promise<{ list: string; settled: Settled[] }> {
  const lists = await readNamedLists(session, paid);
  const list = usualListOf(lists, before);
  const [file] = files;
  if (list !== null || file === undefined) return { list: list ?? '', settled: [] };
  const isKnown = usualListOf(await readNamedLists(session, paid, 'prev_'), before) === null;
  if (isKnown) {
    const note = `Prix de vente : aucun tarif d’usage parmi ${quoted(lists)} ; un projet qui n’en choisit pas n’a pas de prix.`;
    return { list: '', settled: [{ files: [], questions: [], notes: [note] }] };
  }
  const question = ask(file.feed.source.name, lists);
  const { value, settled } = settleAsked([file], question, { constant: null, answers, note: () => '' });
  return { list: value.startsWith(NAMED) ? value.slice(NAMED.length) : '', settled: [settled] };
}
