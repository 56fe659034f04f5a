import type { Collection } from '@palier/domain';
import { paths } from '../../../lib/paths.ts';
import type { Row } from './rows.ts';

/** Where a row leads. */
export function rowPath(row: Row): string {
  return paths.collection(collectionOf(row));
}

function collectionOf(row: Row): Collection {
  if (row.kind === 'operation') return { type: 'operation', id: row.label };
  if (row.kind === 'group') return { type: 'project-group', id: row.groupId };
  return { type: 'project', id: row.project._id };
}

/** Where the post-mortem of a row is read. */
export function resultsPath(row: Row): string {
  return paths.results(collectionOf(row));
}

/** Currency of a row's money: its projects' own; they are of one currency in one operation. */
export function rowCurrency(row: Row): string {
  return row.projects[0]?.catalog_currency ?? 'EUR';
}
