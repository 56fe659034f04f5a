import { foldText } from '@palier/domain';
import { CODE_WORDS, type Concept, LINK_WORDS, SHORT_WORDS, WHOLE_WORDS, WORDS } from './words.ts';

/** Whether amounts are without or with taxes. */
export type Tax = 'excl' | 'incl';

/** What the words of a heading say. */
export interface Meaning {
  concepts: ReadonlySet<Concept>;
  /** Words that mean nothing to us. */
  unknown: number;
  tax: Tax | null;
}

function phrasesOf(text: string): string[] {
  return text.split(',').map((phrase) => phrase.trim());
}

function isConcept(name: string): name is keyof typeof WORDS {
  return name in WORDS;
}

function readWords(): Map<string, Set<Concept>> {
  const found = new Map<string, Set<Concept>>();
  const add = (phrase: string, concept: Concept): void => {
    found.set(phrase, (found.get(phrase) ?? new Set()).add(concept));
  };
  for (const concept of Object.keys(WORDS).filter(isConcept))
    for (const phrase of phrasesOf(WORDS[concept])) add(phrase, concept);
  for (const word of phrasesOf(CODE_WORDS)) add(word, 'code');
  return found;
}

const PHRASES = readWords();
const LINKS = new Set(phrasesOf(LINK_WORDS));
const WHOLE = new Set(phrasesOf(WHOLE_WORDS));
const LONGEST = Math.max(...[...PHRASES.keys()].map((phrase) => phrase.split(' ').length));

/** `SLS U`, « Ventes € », `OH $`: what is counted, in units or in money. */
const COUNTED_IN =
  /\b(sls|sales|sold|ventes?|vtes?|verkauf|ventas?|vendite|oh|oo|soh|stock|stk)[._]?\s*[([]?\s*([$€£]|u|un|units?|pcs)(?![\p{L}\d])[)\]]?/giu;

/** Letters that are no other with an accent. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', ø: 'o', Ø: 'o', æ: 'ae', Æ: 'ae', ł: 'l', Ł: 'l' },
};

/** `Prix (HT)` → `['prix', 'ht']`, `unitPrice` → `['unit', 'price']`. */
export function wordsOf(heading: string): string[] {
  const parted = heading
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(
      COUNTED_IN,
      (_, counted: string, unit: string) => ` ${counted} ${/^u|p/i.test(unit) ? 'qte' : 'valeur'} `,
    )
    .replace(/%/g, ' pct ')
    .replace(/(\p{L}) ?#/gu, '$1 no');
  return foldText(parted.replace(/[ßøØæÆłŁ]/g, (letter) => PLAIN_LETTERS[letter] ?? letter))
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .split(' ')
    .filter((word) => word !== '')
    .flatMap(partsOf);
}

const isWord = (word: string): boolean => PHRASES.has(word) && !WHOLE.has(word);

/**
 * `artikelnummer` → artikel, nummer; `filialnr` → filiale, nr; `STOREID` → store, id; `QTVTE` → qte, vente. A word that
 * we know, or that is not made of such, stays.
 */
function partsOf(word: string): string[] {
  if (PHRASES.has(word) || LINKS.has(word)) return [word];
  if (word.length >= 6)
    for (let cut = word.length - 2; cut >= 3; cut--) {
      const [first, second] = [word.slice(0, cut), word.slice(cut)];
      const whole = [first, first.replace(/s$/, ''), `${first}e`].find(isWord);
      if (whole !== undefined && isWord(second)) return [whole, second];
    }
  return (word.length >= 4 && word.length <= MOST_LETTERS && shortParts(word, 3)) || [word];
}

/** Letters of a word that may be several run together. */
const MOST_LETTERS = 24;

/** A whole word of at least three letters, or a short one of any length. */
function longForm(part: string): string | null {
  const short = Object.hasOwn(SHORT_WORDS, part) ? SHORT_WORDS[part] : undefined;
  return short ?? (part.length >= 3 && isWord(part) ? part : null);
}

/** A word as two parts or more, up to a count, each known; null when it is not made of such. */
function shortParts(word: string, most: number): string[] | null {
  for (let cut = word.length - 2; cut >= 2; cut--) {
    const [first, rest] = [longForm(word.slice(0, cut)), word.slice(cut)];
    if (first === null || most < 2) continue;
    const second = longForm(rest);
    const others = second === null ? shortParts(rest, most - 1) : [second];
    if (others) return [first, ...others];
  }
  return null;
}

/** The longest phrase that starts at a word, as it stands, or without its links (« date de la vente »). */
function phraseAt(
  words: readonly string[],
  at: number,
): { concepts: ReadonlySet<Concept>; length: number } | null {
  for (let length = Math.min(LONGEST, words.length - at); length > 0; length--) {
    const phrase = words.slice(at, at + length).join(' ');
    if (length < words.length && WHOLE.has(phrase)) continue;
    const concepts = PHRASES.get(phrase) ?? PHRASES.get(phrase.replace(/(\w{3,})s\b/g, '$1'));
    if (concepts) return { concepts, length };
  }
  return null;
}

const known = new Map<string, Meaning>();
const MANY = 20_000;

/** What a heading says, whatever its language. A heading of our own names (`item_group_id`) is read as any other. */
export function meaningOf(heading: string): Meaning {
  const before = known.get(heading);
  if (before) return before;
  const words = wordsOf(heading);
  const concepts = new Set<Concept>();
  let unknown = 0;
  for (let at = 0; at < words.length; ) {
    const numbers = at > 0 && at === words.length - 1 && /^n[o|r]?$/.test(words[at] ?? '');
    if (numbers) concepts.add('code');
    const phrase = numbers ? null : phraseAt(words, at);
    for (const concept of phrase?.concepts ?? []) concepts.add(concept);
    if (
      !phrase &&
      !LINKS.has(words[at] ?? '') &&
      !WHOLE.has(words[at] ?? '') &&
      !/^\d{1,2}$/.test(words[at] ?? '')
    )
      unknown++;
    at += phrase?.length ?? 1;
  }
  const tax = concepts.has('excl') ? 'excl' : concepts.has('incl') ? 'incl' : null;
  if (known.size > MANY) known.clear();
  const meaning = { concepts, unknown, tax } as const;
  known.set(heading, meaning);
  return meaning;
}
