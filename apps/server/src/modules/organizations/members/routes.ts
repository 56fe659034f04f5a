import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { listMembers, type MemberRow } from './repository.ts';
import { addMember, changeMember, dismissMember } from './service.ts';

export function memberRoutes({ database: { db } }: Pick<Deps, 'database'>): Handlers {
  return {
    'members.list': async ({ scope }) => ({ data: (await listMembers(db, scope)).map(presentMember) }),
    'members.add': async ({ scope, body }) => presentMember(await addMember(db, scope, body)),
    'members.update': async ({ scope, params, body }) =>
      presentMember(await changeMember(db, scope, params.id, body)),
    'members.remove': ({ scope, params }) => dismissMember(db, scope, params.id),
  };
}

function presentMember({ permissions, created_at, ...member }: MemberRow) {
  const granted = Object.keys(permissions).filter((name) => permissions[name] === true);
  return { ...member, granted, created_at: created_at.toISOString() };
}
