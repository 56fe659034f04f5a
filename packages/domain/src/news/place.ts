import type { QueryTree } from '../query/tree.ts';
import type { NewsGroup } from './group.ts';

/** Beyond, a list of products would make an address that mail programs cut. */
export const MAX_NAMED_LINES = 50;

/**
 * Where the application shows what a group of news is about, from its origin: the lines themselves where they can be
 * named. `codes`: the product of each line of the group.
 */
export function newsPath(group: NewsGroup, codes: readonly string[]): string {
  const [latest] = group.items;
  if (!latest) return '/operations';
  switch (group.kind) {
    case 'imported':
    case 'import_failed':
      return latest.details.import_id ? `/import/${latest.details.import_id}` : '/import';
    case 'late':
      return '/import';
    case 'data':
      return new Set(group.items.map(({ project_id }) => project_id)).size > 1
        ? '/operations'
        : projectPath(latest.project_id);
    case 'run':
    case 'run_failed':
      return projectPath(latest.project_id, latest.details.run);
    case 'departed':
      return projectPath(latest.project_id, 'departures');
    case 'changed':
    case 'reviewed':
    case 'commented':
    case 'answered':
      return projectPath(latest.project_id, `dashboard?${narrowing(group, codes)}`);
    default:
      return projectPath(latest.project_id);
  }
}

function projectPath(project_id: string | null, part?: string): string {
  if (project_id === null) return '/operations';
  return `/project/${project_id}${part ? `/${part}` : ''}`;
}

/** The address of a listing narrowed as its own links do. */
function narrowing({ items, line_count }: NewsGroup, codes: readonly string[]): string {
  const search = new URLSearchParams();
  const named = codes.length === line_count && codes.length > 0 && codes.length <= MAX_NAMED_LINES;
  if (named) {
    const rules = [{ field: 'item_group_id', operator: 'in' as const, value: codes }];
    const filter: QueryTree = { combinator: 'and', rules };
    search.set('filtre', JSON.stringify(filter));
    search.set('ouverts', '*');
    const [only] = codes;
    if (codes.length === 1 && only) search.set('produit', only);
  } else if (items[0]) search.set('activite', items[0].source_id);
  return search.toString();
}
