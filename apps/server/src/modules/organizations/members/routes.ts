import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import type { Scope } from '../../../scope.ts';
import { announceAccess } from '../service.ts';
import { listMembers, type MemberRow } from './repository.ts';
import { addMember, changeMember, dismissMember } from './service.ts';

export function memberRoutes({ database: { db }, events }: Pick<Deps, 'database' | 'events'>): Handlers {
  const changed = ({ organization_id }: Scope, user_id: string) =>
    announceAccess(events, { organization_id, user_id });
  return {
    'members.list': async ({ scope }) => ({ data: (await listMembers(db, scope)).map(presentMember) }),
    'members.add': async ({ scope, body }) => presentMember(await addMember(db, scope, body)),
    'members.update': async ({ scope, params, body: { seen, ...changes } }) => {
      const member = await changeMember(db, scope, params.id, changes, seen);
      await changed(scope, params.id);
      return presentMember(member);
    },
    'members.remove': async ({ scope, params, body }) => {
      await dismissMember(db, scope, params.id, body);
      await changed(scope, params.id);
    },
  };
}

function presentMember({ permissions, created_at, ...member }: MemberRow) {
  const granted = Object.keys(permissions).filter((name) => permissions[name] === true);
  return { ...member, granted, created_at: created_at.toISOString() };
}
