import { join } from 'node:path';
import { copyVersion } from '@palier/analytics';
import type { Deps } from '../../../deps.ts';
import { notFound } from '../../../http/errors.ts';
import type { Scope } from '../../../scope.ts';
import { warehousePath, withFolder } from '../../folders/index.ts';

/** Writes the files of a version again, as those of another. @throws 404 when it is not kept any more */
export async function copyVersionTo(
  folders: Deps['folders'],
  scope: Scope,
  from: number,
  to: number,
): Promise<void> {
  const source = warehousePath(scope.organization_id, from);
  const target = warehousePath(scope.organization_id, to);
  const copied = await withFolder(folders, source, async (folder) => {
    await copyVersion(folder, join(folders.root, target), to);
    await folders.publish(target, source);
    return true;
  });
  if (!copied) throw notFound('Cette version des données');
}
