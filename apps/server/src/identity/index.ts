export { DEMO_USERS, type DemoUser, findDemoUser } from './demo-users.ts';
export { IdentitySettingsError, InvalidTokenError } from './errors.ts';
export { createIdentity } from './identity.ts';
export { issueTokenFromFolder } from './script-token.ts';
export { readSignInSettings } from './settings.ts';
export { createIdentityStore } from './store.ts';
export { type IdentityRecordTable, identityRecordStatements } from './table.ts';
export type {
  Account,
  AccountDirectory,
  DemoSignIn,
  Identity,
  IdentityDependencies,
  IdentitySettings,
  IdentityStore,
  SignInSettings,
  VerifiedToken,
} from './types.ts';
