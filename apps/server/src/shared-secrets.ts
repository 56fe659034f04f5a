import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Db } from './db/database.ts';
import { loadDemoPassword, loadKeys } from './identity/index.ts';
import { createPictures } from './modules/imports/pictures/signer.ts';

/** What every process must have the same, by its place in the data folder. */
const SHARED = ['identity/keys.json', 'identity/demo-password.txt', 'keys/pictures.key'];

/**
 * The keys of processes that share no folder: each makes its own, the first ones to reach the database are everybody's.
 * They are written where a process with a shared folder would find them.
 */
export async function shareSecrets(db: Db, data_folder: string): Promise<void> {
  await loadKeys(data_folder);
  await loadDemoPassword(data_folder);
  createPictures(data_folder);
  for (const name of SHARED) {
    const path = join(data_folder, name);
    const own = (await readFile(path)).toString('base64');
    const key = { model: 'Secret', id: name };
    await db
      .insertInto('identity_record')
      .values({
        ...key,
        payload: JSON.stringify({ value: own }),
        grant_id: null,
        uid: null,
        expires_at: null,
      })
      .onConflict((conflict) => conflict.columns(['model', 'id']).doNothing())
      .execute();
    const { payload } = await db
      .selectFrom('identity_record')
      .select('payload')
      .where('model', '=', key.model)
      .where('id', '=', key.id)
      .executeTakeFirstOrThrow();
    if (payload.value === own || typeof payload.value !== 'string') continue;
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(path, Buffer.from(payload.value, 'base64'), { mode: 0o600 });
    await chmod(path, 0o600);
  }
}
