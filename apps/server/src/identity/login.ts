import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import { loginPage, type OfferedUser } from './login-page.ts';
import { sendPage } from './page.ts';
import { readForm } from './request.ts';
import type { AccountDirectory } from './types.ts';

export interface LoginStep {
  /** Answers `/idp/login/<uid>` and what is below it. */
  handle(request: IncomingMessage, response: ServerResponse, uid: string, below: string): Promise<void>;
}

export interface DemoLoginParts {
  provider: Provider;
  accounts: AccountDirectory;
  users: readonly OfferedUser[];
  password: string;
  log: (message: string) => void;
}

/** The login step with the demo users. */
export function createDemoLogin({ provider, accounts, users, password, log }: DemoLoginParts): LoginStep {
  return {
    async handle(request, response, uid) {
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
        const refusal = { error: 'access_denied', error_description: 'Connexion annulée' };
        await provider.interactionFinished(request, response, refusal, { mergeWithLastSubmission: false });
        return;
      }
      const email = form.get('email') ?? '';
      const offered = users.some((user) => user.email === email);
      const account = offered ? await accounts.findByEmail(email) : undefined;
      if (!sameText(form.get('password') ?? '', password) || !account) {
        log('Demo sign-in refused: wrong user or password.');
        const error = 'Utilisateur ou mot de passe incorrect.';
        sendPage(response, 401, loginPage({ action, users, selected_email: email, error }));
        return;
      }
      const login = { accountId: account.user_id, amr: ['pwd'] };
      await provider.interactionFinished(request, response, { login }, { mergeWithLastSubmission: false });
    },
  };
}

/** Compares without telling by its duration where the texts differ. */
function sameText(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text.trim()).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
