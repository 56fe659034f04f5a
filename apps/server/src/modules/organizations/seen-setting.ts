import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../scope.ts';
import { changeSeen } from '../seen/index.ts';
import { lockOrganization } from './repository.ts';

type Setting = Omit<Parameters<typeof changeSeen<void>>[2], 'what'>;

/** Changes a setting of the organisation. @throws 409 when it is no longer as its author had seen it */
export async function changeSetting(tx: Tx, scope: Scope, setting: Setting): Promise<void> {
  // Held first, read after: who waits for a colleague reads what she has left.
  await lockOrganization(tx, scope);
  await changeSeen(tx, scope, { what: 'ce réglage', ...setting });
}
