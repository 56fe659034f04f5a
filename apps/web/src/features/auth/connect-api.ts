import { holdsPermission, lackOf } from '@palier/domain';
import { ApiError } from '../../lib/api/errors.ts';
import { connectSession } from '../../lib/api/transport.ts';
import { fr } from '../../lib/fr.ts';
import { session } from '../../lib/session/app-session.ts';
import { outsideOf } from '../../lib/session/perimeter.ts';
import { knownRights, loadPermissions, reloadPermissions } from '../../lib/session/permissions.ts';
import { SessionError, toSessionError } from '../../lib/session/session-error.ts';
import { sessionStore } from '../../lib/session/state.ts';

/** Gives the API clients their bearer token, and refusals (403) their page. */
export function connectApi(): void {
  connectSession({
    async getToken({ fresh }) {
      try {
        return await session.getToken({ fresh });
      } catch (thrown) {
        const { code } = toSessionError(thrown);
        // The guard takes over; the call then fails as one without a token.
        if (code === 'login_required' || code === 'signed_out') return undefined;
        throw new ApiError(fr.errors.network, 0, 'network');
      }
    },
    onForbidden: (error) =>
      session.fail(new SessionError('forbidden', error.message, undefined, { cause: error })),
    lackOf(permissions) {
      const { user, permissions: known } = sessionStore.get();
      const held = user && known[user.sub];
      const [first] = permissions;
      // Not known yet: the server decides.
      if (!held || !first || permissions.some((name) => holdsPermission(held, name))) return null;
      return lackOf(first);
    },
    outsideOf,
    known: loadPermissions,
    rights: knownRights,
    renewRights: reloadPermissions,
  });
}
