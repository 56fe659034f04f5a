import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readOrCreateSecret } from '../../../identity/index.ts';

/** What a command of the server's machine proves itself with: whoever reads the data folder may save it. */
export const operatorKey = (data_folder: string): Promise<string> =>
  readOrCreateSecret(join(data_folder, 'keys', 'operator.key'), async () =>
    randomBytes(32).toString('base64url'),
  );
