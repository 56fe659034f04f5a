export { DEMO_USERS, findDemoUser } from './demo-users.ts';
export { IdentitySettingsError, InvalidTokenError } from './errors.ts';
export { createIdentity } from './identity.ts';
export { readOrCreateSecret } from './once-file.ts';
export { issueTokenFromFolder } from './script-token.ts';
export { loadDemoPassword, loadKeys } from './secrets.ts';
export { readSignInSettings } from './settings.ts';
export { createIdentityStore } from './store.ts';
export type { Account, AccountDirectory, Identity, SignInSettings } from './types.ts';
