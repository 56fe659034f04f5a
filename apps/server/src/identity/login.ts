import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import type { Brake, Verdict } from './brake.ts';
import { readForm } from './door.ts';
import { loginPage, type OfferedUser, waitSentence } from './login-page.ts';
import { sendPage } from './page.ts';
import { readCookie } from './request.ts';
import type { AccountDirectory } from './types.ts';

export interface LoginStep {
  /** Answers `/idp/login/<uid>` and what is below it, to a caller at `address`. */
  handle(
    request: IncomingMessage,
    response: ServerResponse,
    uid: string,
    from: { below: string; address: string },
  ): Promise<void>;
}

export interface DemoLoginParts {
  provider: Provider;
  accounts: AccountDirectory;
  users: readonly OfferedUser[];
  password: string;
  brake: Brake;
  origin: string;
  log: (message: string) => void;
}

/** The login step with the demo users. */
export function createDemoLogin(parts: DemoLoginParts): LoginStep {
  const { provider, accounts, users, password, brake, origin, log } = parts;
  return {
    async handle(request, response, uid, { address }) {
      const interaction = await provider.interactionDetails(request, response);
      const action = `/idp/login/${uid}`;
      if (request.method !== 'POST') {
        const hint = interaction.params.login_hint;
        const selected_email = typeof hint === 'string' ? hint : undefined;
        sendPage(response, 200, loginPage({ action, users, selected_email, error: undefined }));
        return;
      }
      const form = await readForm(request);
      if (form.has('cancel')) {
        const cancelled = { error: 'access_denied', error_description: 'Connexion annulée' };
        await provider.interactionFinished(request, response, cancelled, { mergeWithLastSubmission: false });
        return;
      }
      const email = form.get('email') ?? '';
      // The same work for an unknown account.
      const found = await accounts.findByEmail(email);
      const account = users.some((user) => user.email === email) ? found : undefined;
      const correct = sameText(form.get('password') ?? '', password) && account !== undefined;
      const from = { account: email, address, device: readDevice(request, origin) };
      const verdict = await brake.judge({ ...from, correct });
      if (!verdict.admitted || !account) {
        log(
          verdict.early
            ? 'Demo sign-in refused: too many tries.'
            : 'Demo sign-in refused: wrong user or password.',
        );
        const page = loginPage({ action, users, selected_email: email, error: refusal(verdict) });
        sendPage(response, verdict.early ? 429 : 401, page, retryAfter(verdict));
        return;
      }
      rememberDevice(response, await brake.remember(from), origin);
      const login = { accountId: account.user_id, amr: ['pwd'] };
      await provider.interactionFinished(request, response, { login }, { mergeWithLastSubmission: false });
    },
  };
}

/** The same sentences whether the account exists or not, and whether the password was right or not. */
function refusal({ early, wait_seconds }: Verdict): string {
  if (early) return `Trop d’essais : celui-ci n’a pas été examiné. ${waitSentence(wait_seconds)}`;
  const wrong = 'Utilisateur ou mot de passe incorrect.';
  return wait_seconds > 0 ? `${wrong} ${waitSentence(wait_seconds)}` : wrong;
}

function retryAfter({ wait_seconds }: Verdict): Record<string, string> {
  return wait_seconds > 0 ? { 'retry-after': String(wait_seconds) } : {};
}

/** Compares without telling by its duration where the texts differ. */
function sameText(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text.trim()).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

/** How long a browser that signed in is known. */
const DEVICE_SECONDS = 90 * 86_400;

/** Ports of one host share their cookies. */
function cookieName(origin: string): string {
  const { port } = new URL(origin);
  return `palier.device${port && `.${port}`}`;
}

/** The mark of a browser that signed in: a random text without personal data. */
function readDevice(request: IncomingMessage, origin: string): string | undefined {
  const value = readCookie(request, cookieName(origin));
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined;
}

function rememberDevice(response: ServerResponse, device: string, origin: string): void {
  const secure = origin.startsWith('https:') ? '; Secure' : '';
  response.appendHeader(
    'set-cookie',
    `${cookieName(origin)}=${device}; Path=/idp/login; Max-Age=${DEVICE_SECONDS}; HttpOnly; SameSite=Lax${secure}`,
  );
}
