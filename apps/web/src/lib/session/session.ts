import type { Store } from '../store.ts';
import { once, withLimit } from './promises.ts';
import { isCallback, safeReturnAddress } from './return-address.ts';
import { isRecoverable, SessionError, toSessionError } from './session-error.ts';
import type { LogoutOptions, SignInClient, SignInSettings } from './sign-in-client.ts';
import type { SessionState, SessionUser } from './state.ts';
import type { Tabs } from './tabs.ts';

export interface SessionParts {
  store: Store<SessionState>;
  tabs: Tabs;
  loadSettings: () => Promise<SignInSettings>;
  /** Loads the client's code, in a chunk of its own. */
  loadClient: (settings: SignInSettings) => Promise<SignInClient>;
  /** Starts loading the same, for when it will be needed for sure. */
  prefetchClient: () => void;
  reload: () => void;
}

// Longer than any of the client's own limits; only a hanging worker or proxy is cut by it.
const START_LIMIT_MS = 75_000;

const signedOut = { user: undefined, isAuthenticated: false } as const;

/** The sign-in of this tab. Failures land in the store's `error`; only `getToken` rejects, and `logout` with wrong options. */
export class Session {
  readonly #parts: SessionParts;
  readonly #settings: () => Promise<SignInSettings>;
  readonly #client: () => Promise<SignInClient>;
  #target: string | undefined;
  #starting: Promise<void> | undefined;
  #leaving: Promise<void> | undefined;
  /** Who was signed in on this page: what it has read is hers. */
  #reader: string | undefined;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.#settings = once(async () => {
      if (!window.isSecureContext) throw new SessionError('insecure_origin', 'Not a secure context.');
      return parts.loadSettings();
    });
    this.#client = once(async () => parts.loadClient(await this.#settings()));
    parts.tabs.onLogout((sub) => this.#leftInAnotherTab(sub));
  }

  /** Ends a callback, or looks for a session silently. Runs once; later calls share it. */
  start(): Promise<void> {
    this.#starting ??= this.#begin();
    return this.#starting;
  }

  /** Leaves for the sign-in page; `address` is where to come back to. */
  async login(address: string): Promise<void> {
    if (this.#leaving) return this.#leaving;
    this.#patch({ error: undefined });
    this.#leaving = this.#leave(address).finally(() => {
      this.#leaving = undefined;
    });
    return this.#leaving;
  }

  /** Signs in in a small window; to be called in a click's handler. */
  async loginWithPopup(): Promise<void> {
    this.#patch({ authenticationVisible: true });
    try {
      const client = await this.#client();
      await client.popup();
      this.#signedIn(await client.getUser());
    } catch (thrown) {
      this.#patch({ error: toSessionError(thrown) });
    } finally {
      this.#patch({ authenticationVisible: false });
    }
  }

  /** Ends the session and goes to the provider's logout, which comes back to the application's origin. */
  async logout(options: LogoutOptions = {}): Promise<void> {
    const sub = this.#state.user?.sub;
    try {
      const client = await this.#client();
      await client.logout(options);
    } catch (thrown) {
      const error = toSessionError(thrown);
      if (error.code === 'invalid_options') throw error;
      this.#patch({ error });
      return;
    }
    if (sub) this.#parts.tabs.announceLogout(sub);
    // While the browser leaves this page, the guard must not start a sign-in.
    this.#patch({ ...signedOut, inProgress: options.localOnly !== true });
  }

  /** A bearer token, renewed silently when needed; undefined when nobody is signed in. */
  async getToken({ fresh = false } = {}): Promise<string | undefined> {
    await this.start();
    const { user } = this.#state;
    if (!user) return undefined;
    const client = await this.#client();
    try {
      const token = await client.getToken({ fresh });
      this.#checkSameUser(user, await client.getUser());
      return token;
    } catch (thrown) {
      const error = toSessionError(thrown);
      // The client has already forgotten the session here; the guard starts a new sign-in.
      if (error.code === 'login_required') this.#patch(signedOut);
      throw error;
    }
  }

  /** Stores an error met elsewhere, so that the guard shows it. */
  fail(error: SessionError): void {
    this.#patch({ error });
  }

  clearError(): void {
    this.#patch({ error: undefined });
  }

  /** The address asked for before the redirect, whether it signed in or failed. */
  get target(): string | undefined {
    return this.#target;
  }

  /** The same, once. */
  takeTarget(): string | undefined {
    const target = this.#target;
    this.#target = undefined;
    return target;
  }

  setPermissions(userId: string, permissions: Readonly<Record<string, boolean>>): void {
    this.#patch({ permissions: { ...this.#state.permissions, [userId]: permissions } });
  }

  async #begin(): Promise<void> {
    const callback = isCallback(window.location.search);
    if (callback || document.cookie.includes('.is.authenticated=')) this.#parts.prefetchClient();
    try {
      await withLimit(callback ? this.#finishCallback() : this.#checkSession(), START_LIMIT_MS);
    } catch (thrown) {
      this.#patch({ ...signedOut, error: toSessionError(thrown) });
    } finally {
      if (callback) window.history.replaceState(window.history.state, '', window.location.pathname);
      this.#patch({ inProgress: false });
    }
  }

  async #finishCallback(): Promise<void> {
    const client = await this.#client();
    const { target, error } = await client.handleCallback();
    this.#target = safeReturnAddress(target);
    if (error) throw error;
    this.#signedIn(await client.getUser());
  }

  async #checkSession(): Promise<void> {
    const { client_id } = await this.#settings();
    if (!document.cookie.includes(`auth0.${client_id}.is.authenticated=`)) return;
    const client = await this.#client();
    try {
      await client.getToken({ fresh: false });
      this.#signedIn(await client.getUser());
    } catch (thrown) {
      const error = toSessionError(thrown);
      if (!isRecoverable(error)) throw error;
    }
  }

  async #leave(address: string): Promise<void> {
    try {
      await (await this.#client()).redirect(safeReturnAddress(address));
    } catch (thrown) {
      this.#patch({ error: toSessionError(thrown) });
    }
  }

  /** Somebody else signed in from another tab: nothing on this page is hers. */
  #checkSameUser(user: SessionUser, present: SessionUser | undefined): void {
    if (!present || present.sub === user.sub) return;
    this.#parts.reload();
    throw new SessionError('signed_out', 'Another user signed in.');
  }

  #leftInAnotherTab(sub: string): void {
    if (this.#state.user?.sub !== sub) return;
    this.#patch({ ...signedOut, error: new SessionError('signed_out', 'Signed out in another tab.') });
    void this.#client().then((client) => client.logout({ localOnly: true }));
  }

  #signedIn(user: SessionUser | undefined): void {
    if (user && this.#reader !== undefined && user.sub !== this.#reader) {
      this.#parts.reload();
      return;
    }
    this.#reader = user?.sub ?? this.#reader;
    this.#patch(user ? { user, isAuthenticated: true, error: undefined } : signedOut);
  }

  get #state(): SessionState {
    return this.#parts.store.get();
  }

  #patch(changes: Partial<SessionState>): void {
    this.#parts.store.set((state) => ({ ...state, ...changes }));
  }
}
