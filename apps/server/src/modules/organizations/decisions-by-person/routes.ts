import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { readDecisionsByPerson, setDecisionsByPerson } from './service.ts';

export function decisionsByPersonRoutes({ database: { db } }: Pick<Deps, 'database'>): Handlers {
  return {
    'decisions_by_person.get': ({ scope }) => readDecisionsByPerson(db, scope),
    'decisions_by_person.set': ({ scope, body }) => setDecisionsByPerson(db, scope, body.on),
  };
}
