import { ApiError } from '../../lib/api/errors.ts';
import { connectSession } from '../../lib/api/transport.ts';
import { fr } from '../../lib/fr.ts';
import { session } from '../../lib/session/app-session.ts';
import { SessionError, toSessionError } from '../../lib/session/session-error.ts';

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
  });
}
