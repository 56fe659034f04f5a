import type { RouteOutput } from '@palier/contract';
import { FIELDS, type FieldDefinition } from '@palier/domain';
import type { Deps } from '../../deps.ts';
import type { Scope } from '../../scope.ts';
import { openProject } from '../projects/index.ts';

/** The fields that the listing groups by, those that every project asked for has. */
export async function readDimensions(
  { database, facts }: Pick<Deps, 'database' | 'facts'>,
  scope: Scope,
  ids: readonly string[],
): Promise<RouteOutput<'series.dimensions'>['data']> {
  let known: FieldDefinition[] | null = null;
  for (const id of new Set(ids)) {
    const project = await openProject(database.db, scope, id);
    const own = await facts.use(project, async (found) => found.fields());
    if (!own) continue;
    const names = new Set(own.map((field) => field.id));
    known = known === null ? own : known.filter((field) => names.has(field.id));
  }
  return (known ?? FIELDS)
    .filter(({ groupable, type }) => groupable && type !== 'list')
    .map(({ id, label }) => ({ name: label, field: id }));
}
