import type { Deps } from '../../../deps.ts';
import type { AppEvent } from '../../../events/events.ts';
import { reachOf } from '../../../perimeter.ts';
import type { Scope } from '../../../scope.ts';
import { openProject } from '../../projects/index.ts';

/**
 * What of an event somebody with a perimeter is told: of projects that she reaches, naming her lines alone; of a run,
 * which is of whole projects, when she reaches them whole. Of imports, nothing.
 */
export async function narrowEvent(
  { database, facts }: Pick<Deps, 'database' | 'facts'>,
  scope: Scope,
  event: AppEvent,
): Promise<AppEvent | null> {
  // News and the progress of an act are sent to one person: the former say nothing by themselves, the latter is her own.
  if (event.type === 'views' || event.type === 'news' || event.type === 'act') return event;
  if (event.project_id === null) return null;
  // A project of the bin cannot be opened: what is told of it is that it went.
  if (event.data.change === 'deleted') return event;
  const project = await openProject(database.db, scope, event.project_id);
  const reach = await reachOf(facts, project);
  if (reach === 'none' || (event.type === 'optimization' && reach === 'part')) return null;
  const { ids } = event.data;
  if (event.type !== 'discounts' || !Array.isArray(ids)) return event;
  const own = await facts.use(project, (found) => found.lineIds({ line_ids: ids.map(String) }));
  return own && own.length > 0 ? { ...event, data: { ...event.data, ids: own } } : null;
}
