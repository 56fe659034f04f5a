/** What an unset subdivision or an empty group label is shown as. */
export const NOT_FILLED_IN = '(non renseigné)';

export interface ProjectNameParts {
  /** First part of the name: the operation that gathers projects. */
  operation: string;
  /** Middle parts joined with ', ', or '(non renseigné)' when there is none. */
  subdivision: string;
  /** Last part of the name: what the project is called inside its operation. */
  short_name: string;
}

/**
 * Splits a project name « operation/subdivision/name » on '/'.
 *
 * The first part is the operation, the last the short name, the middle ones joined the subdivision. A name
 * without '/' is both its operation and its short name. Parts are trimmed and empty parts are ignored.
 */
export function splitProjectName(name: string): ProjectNameParts {
  const parts = name
    .split('/')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const operation = parts[0] ?? '';
  const middle = parts.slice(1, -1);
  return {
    operation,
    subdivision: middle.length > 0 ? middle.join(', ') : NOT_FILLED_IN,
    short_name: parts.at(-1) ?? operation,
  };
}
