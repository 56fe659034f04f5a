import { Session } from './session.ts';
import type { SignInSettings } from './sign-in-client.ts';
import { sessionStore } from './state.ts';
import { createTabs } from './tabs.ts';

const importClient = () => import('./sign-in-client.ts');

/** The session of this tab. */
export const session = new Session({
  store: sessionStore,
  tabs: createTabs(),
  loadSettings,
  loadClient: async (settings) => (await importClient()).createSignInClient(settings),
  // A failure is met again, and reported, when the client is really needed.
  prefetchClient: () => void importClient().catch(() => undefined),
  reload: () => window.location.reload(),
});

async function loadSettings(): Promise<SignInSettings> {
  const response = await fetch('/idp/config.json', { headers: { accept: 'application/json' } });
  if (!response.ok) throw new TypeError(`Sign-in settings: HTTP ${response.status}`);
  return (await response.json()) as SignInSettings;
}
