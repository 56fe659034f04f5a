import { foldText } from '../format/text.ts';
import { splitProjectName } from '../project/name.ts';
import { operationKind } from '../project/operation-kind.ts';

/** A year, alone or at the end of a word: « 2026 », « E26 », « SS26 ». */
const YEAR = /\b(?:19|20)\d{2}\b|(?<=[a-z’'])\d{2}\b/g;

const withoutYears = (text: string): string =>
  foldText(text).replaceAll(YEAR, ' ').replaceAll(/\s+/g, ' ').trim();

/**
 * What the editions of a project have in common: its name without case, accents or years. « Soldes été 2026/Femme » and
 * « Soldes été 2025/Femme » are editions of the same.
 */
function editionKey(name: string): string {
  return name.split('/').map(withoutYears).filter(Boolean).join('/');
}

interface Edition {
  name: string;
  phases: readonly { start_date: string }[];
}

/** Whether a project is an earlier edition of another: the same but for the years, in another operation, begun before. */
export function isEarlierEdition(earlier: Edition, of: Edition): boolean {
  const [start, own] = [earlier.phases[0]?.start_date, of.phases[0]?.start_date];
  if (start === undefined || own === undefined || start >= own) return false;
  const [one, other] = [splitProjectName(earlier.name), splitProjectName(of.name)];
  return one.operation !== other.operation && editionKey(earlier.name) === editionKey(of.name);
}

/**
 * Whether a project can be set beside another that came after: an earlier operation of the same kind (« Soldes hiver
 * 2026 » before « Soldes été 2026 »), and the same name within it but for case, accents and years.
 */
export function isEarlierCounterpart(earlier: Edition, of: Edition): boolean {
  const [start, own] = [earlier.phases[0]?.start_date, of.phases[0]?.start_date];
  if (start === undefined || own === undefined || start >= own) return false;
  const [one, other] = [splitProjectName(earlier.name), splitProjectName(of.name)];
  return (
    one.operation !== other.operation &&
    operationKind(one.operation) === operationKind(other.operation) &&
    withinKey(earlier.name) === withinKey(of.name)
  );
}

/** What a project is called within its operation; nothing for a project that is its whole operation. */
function withinKey(name: string): string {
  const parts = name.split('/').filter((part) => part.trim() !== '');
  return editionKey(parts.slice(1).join('/'));
}
