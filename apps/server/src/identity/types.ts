import type { IncomingMessage, ServerResponse } from 'node:http';

/** A person who may use Palier, as the users' table knows her. `user_id` is the `sub` of her tokens. */
export interface Account {
  user_id: string;
  email: string;
  name: string;
  organization_id: string;
  organization_name: string;
}

/** Where the broker looks people up. E-mails are compared without regard to case. */
export interface AccountDirectory {
  findById(userId: string): Promise<Account | undefined>;
  findByEmail(email: string): Promise<Account | undefined>;
}

/** One stored object of the broker: a session, a code, a grant, a pending federated sign-in… */
export interface IdentityRecord {
  payload: Record<string, unknown>;
  /** Grant whose revocation deletes this record. */
  grant_id: string | null;
  /** Second key of sessions, stable while `id` changes. */
  uid: string | null;
  /** null: kept until deleted. */
  expires_at: Date | null;
}

/** Failed tries by one key. Times in milliseconds since 1970. */
export interface FailureCount {
  failures: number;
  next_at: number;
  expires_at: number;
}

/** What was decided of some counts: their new values in the same order (null: forgotten), or none to leave them. */
export interface CountDecision<Answer> {
  counts?: (FailureCount | null)[];
  answer: Answer;
}

/** Storage of the broker, one record by model and id. Expired records are never answered. */
export interface IdentityStore {
  upsert(model: string, id: string, record: IdentityRecord): Promise<void>;
  find(model: string, id: string): Promise<Record<string, unknown> | undefined>;
  findByUid(model: string, uid: string): Promise<Record<string, unknown> | undefined>;
  /** Marks a one-time record as used: `payload.consumed` gets the time in seconds since 1970. */
  consume(model: string, id: string): Promise<void>;
  /** Deletes a record; answers its payload when it was there and had not expired. */
  take(model: string, id: string): Promise<Record<string, unknown> | undefined>;
  destroyByGrant(model: string, grantId: string): Promise<void>;
  /** Reads counts (zero when there are none) and writes what is decided from them, with no other writer in between. */
  withFailures<Answer>(
    model: string,
    ids: readonly string[],
    decide: (counts: FailureCount[]) => CountDecision<Answer>,
  ): Promise<Answer>;
  /** Deletes what has expired; answers how many records went. */
  deleteExpired(): Promise<number>;
}

/** How people sign in; chosen by configuration. */
export type SignInSettings = SignInKind & {
  /** Seconds after which the password is asked for again; never when absent. */
  max_age?: number;
};

type SignInKind =
  /** Demo users: fresh machine, no internet; refused in production. A password is generated unless given. */
  | { kind: 'demo'; password?: string }
  /** The broker sends people to an OpenID Connect provider found by discovery. */
  | {
      kind: 'federated';
      issuer: string;
      client_id: string;
      /** Absent for a public client. */
      client_secret?: string;
      /** Scopes asked upstream; `openid profile email` by default. */
      scope?: string;
      /** Take the provider's e-mail as proved even when it does not say `email_verified: true`. */
      trust_email?: boolean;
    }
  /** The browser talks to an Auth0 tenant directly; the embedded broker is off. */
  | { kind: 'direct'; domain: string; client_id: string; audience: string; organization?: string };

export interface IdentitySettings {
  /** The one address people open, for example `http://localhost:4600`; path and final slash are dropped. */
  public_url: string;
  /** Folder of the keys and of the demo password. */
  data_folder: string;
  sign_in: SignInSettings;
  production: boolean;
}

export interface IdentityDependencies {
  settings: IdentitySettings;
  store: IdentityStore;
  accounts: AccountDirectory;
  /** Receives one line per refused or failed sign-in; never a token or a password. */
  log?: (message: string, error?: unknown) => void;
  /** Called once somebody has signed out, her tokens ended. */
  onLogout?: (account: Account) => Promise<void>;
}

/** What a valid bearer token says of its holder. */
export interface VerifiedToken {
  sub: string;
  /** Organisation named by the token; absent for people unknown to us. */
  org_id: string | undefined;
  email: string | undefined;
  name: string | undefined;
  /** The broker's grant that it was made from: it ends with it. Absent from a script's. */
  grant_id: string | undefined;
  /** Seconds since 1970. */
  expires_at: number;
}

/** Settings of the browser's sign-in client, served at `/idp/config.json`. */
export interface BrowserSettings {
  /** Empty: the application's own origin. */
  domain: string;
  client_id: string;
  audience: string;
  /** Organisation whose members alone may sign in. */
  organization?: string;
  /** Seconds after which the password is asked for again. */
  max_age?: number;
}

export interface DemoSignIn {
  password: string;
  emails: string[];
}

/** Sign-in as the rest of the server sees it. */
export interface Identity {
  /** Whether a request path (query allowed) belongs to sign-in and must go to `handle`, before any body parser. */
  owns(url: string): boolean;
  /** Answers a request it owns; the answer is always ended. `address` is the caller's, proxies counted. */
  handle(request: IncomingMessage, response: ServerResponse, address: string): Promise<void>;
  /** Checks a bearer token. Rejects with `InvalidTokenError` (401); knowing the person is the caller's work (403). */
  verify(token: string): Promise<VerifiedToken>;
  /** A bearer token for an account, for scripts. Refused in production and where the broker is off. */
  issueToken(account: Account, lifetimeSeconds?: number): Promise<string>;
  /** Where a page opened under another name than the public address must go; undefined when it is right. */
  redirectToPublicUrl(request: IncomingMessage): string | undefined;
  /** Origins outside our own that the pages' Content-Security-Policy must allow in connect-src and frame-src. */
  readonly external_origins: readonly string[];
  /** Users and password to print at start; undefined when sign-in is not by demo users. */
  readonly demoSignIn: DemoSignIn | undefined;
}
