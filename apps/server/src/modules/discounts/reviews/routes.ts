import type { SeenDecisions, SeenDiscount } from '@palier/contract';
import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import type { ProjectScope } from '../../../scope.ts';
import type { Listing, SelectionParams } from '../../listing/index.ts';
import { reviewLines } from './service.ts';

export function reviewRoutes(deps: Deps, listing: Listing): Handlers {
  type Group = SelectionParams & { seen?: SeenDecisions | undefined };
  const mark = async (project: ProjectScope, { seen, ...selection }: Group, reviewed: boolean) =>
    reviewLines(deps, project, await listing.ids(project, selection), reviewed, { seen });
  const markOne = async (project: ProjectScope, id: string, reviewed: boolean, discount?: SeenDiscount) => {
    const { version: act_version } = await reviewLines(deps, project, [id], reviewed, { discount });
    return { ...(await listing.line(project, id)), act_version };
  };
  return {
    'reviews.set_group': ({ project, query, body }) => mark(project, { ...query, ...body }, true),
    'reviews.clear_group': ({ project, query, body }) => mark(project, { ...query, ...body }, false),
    'reviews.set': ({ project, params, body }) => markOne(project, params.id, true, body),
    'reviews.clear': ({ project, params }) => markOne(project, params.id, false),
  };
}
