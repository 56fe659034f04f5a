/**
 * What went wrong in sign-in. `code` is the provider's or the client's: login_required, consent_required,
 * interaction_required, account_selection_required, access_denied, mfa_required, missing_refresh_token, timeout,
 * cancelled, request_error, state_mismatch, missing_transaction, popup_open; and ours: forbidden, insecure_origin,
 * signed_out, unavailable, unknown.
 */
export class SessionError extends Error {
  override name = 'SessionError';
  readonly code: string;
  /** Only with mfa_required: continues the sign-in with a second factor. */
  readonly mfa_token: string | undefined;

  constructor(code: string, message: string, mfaToken?: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.mfa_token = mfaToken;
  }
}

/** Answers that only mean "nobody is signed in" when asking whether somebody is. */
const recoverable: readonly string[] = [
  'login_required',
  'consent_required',
  'interaction_required',
  'account_selection_required',
  'access_denied',
  'missing_refresh_token',
];

export function isRecoverable(error: SessionError): boolean {
  return recoverable.includes(error.code);
}

export const fetchTimeoutMessage = 'Timeout when executing fetch';

/**
 * One shape for all that the sign-in client throws. A token request that takes too long comes as an AbortError,
 * as a plain error or, when asked silently, as `timeout`: all become `timeout` with one message.
 */
export function toSessionError(thrown: unknown): SessionError {
  if (thrown instanceof SessionError) return thrown;
  if (!(thrown instanceof Error))
    return new SessionError('unknown', String(thrown), undefined, { cause: thrown });
  const code = textField(thrown, 'error');
  const options = { cause: thrown };
  const popup = 'popup' in thrown;
  if (
    (code === 'timeout' && !popup) ||
    thrown.name === 'AbortError' ||
    /^Timeout when executing/.test(thrown.message)
  ) {
    return new SessionError('timeout', fetchTimeoutMessage, undefined, options);
  }
  if (code) return new SessionError(code, thrown.message, textField(thrown, 'mfa_token'), options);
  // fetch itself failed, or a proxy answered a page instead of JSON.
  if (thrown instanceof TypeError || thrown instanceof SyntaxError) {
    return new SessionError('unavailable', thrown.message, undefined, options);
  }
  return new SessionError('unknown', thrown.message, undefined, options);
}

function textField(thrown: object, name: 'error' | 'mfa_token'): string | undefined {
  const value: unknown = Reflect.get(thrown, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
