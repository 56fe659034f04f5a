import type { IncomingMessage, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import { FederatedRefusal, type Federation } from './federation.ts';
import type { Holders } from './holders.ts';
import type { LoginStep } from './login.ts';
import { failurePage, sendPage } from './page.ts';
import { redirect } from './request.ts';

export interface FederatedLoginParts {
  provider: Provider;
  federation: Federation;
  holders: Holders;
  origin: string;
  log: (message: string, error?: unknown) => void;
}

export interface FederatedLogin extends LoginStep {
  /** `/idp/callback`: sends the answer on to its own form, whose cookie proves that it is the same browser. */
  receive(response: ServerResponse, query: string): Promise<void>;
}

/** The login step at the company's provider: away, back, exchange. */
export function createFederatedLogin({
  provider,
  federation,
  holders,
  origin,
  log,
}: FederatedLoginParts): FederatedLogin {
  const leave = async (request: IncomingMessage, response: ServerResponse, uid: string) => {
    const { prompt, params } = await provider.interactionDetails(request, response);
    const asked = String(params.prompt ?? '').split(' ');
    const url = await federation.start({
      interaction_uid: uid,
      fresh: asked.includes('login') || prompt.reasons.includes('max_age'),
      login_hint: typeof params.login_hint === 'string' ? params.login_hint : undefined,
    });
    redirect(response, url.href);
  };
  const finish = async (request: IncomingMessage, response: ServerResponse, uid: string) => {
    await provider.interactionDetails(request, response);
    const result = await exchange(uid, queryOf(request));
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  };
  const exchange = async (uid: string, query: string) => {
    try {
      const { profile, id_token } = await federation.complete(uid, query);
      return {
        login: { accountId: await holders.admit(profile), amr: ['fed'], upstream_id_token: id_token },
      };
    } catch (error) {
      log('Federated sign-in failed.', error);
      const cancelled = error instanceof FederatedRefusal && error.error === 'access_denied';
      return {
        error: 'access_denied',
        error_description: cancelled
          ? 'Connexion annulée'
          : 'Le fournisseur d’identité a refusé la connexion',
      };
    }
  };
  return {
    handle: (request, response, uid, { below }) =>
      below === '/federated' ? finish(request, response, uid) : leave(request, response, uid),
    async receive(response, query) {
      const uid = await federation.interactionOf(new URLSearchParams(query).get('state') ?? '');
      if (uid) redirect(response, `/idp/login/${uid}/federated?${query}`);
      else
        sendPage(
          response,
          400,
          failurePage(
            'Connexion expirée',
            'Cette réponse n’est plus attendue. Recommencez depuis Palier.',
            origin,
          ),
        );
    },
  };
}

function queryOf(request: IncomingMessage): string {
  return request.url?.split('?')[1] ?? '';
}
