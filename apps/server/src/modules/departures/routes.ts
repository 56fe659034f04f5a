import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/handlers.ts';
import { readDepartures } from './service.ts';

export function departureRoutes(deps: Deps): Handlers {
  return {
    'projects.departures': ({ project }) =>
      readDepartures({ db: deps.database.db, facts: deps.facts }, project),
  };
}
