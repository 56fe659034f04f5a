import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import type { ProjectScope } from '../../scope.ts';
import { serieFolder } from '../facts/index.ts';
import type { SerieRow } from './repository.ts';

/** Whether a series is on the disk: a database restored without its data folder has rows whose files are gone. */
export function isOnDisk(
  { data_folder }: Pick<Config, 'data_folder'>,
  { project_id }: ProjectScope,
  { version }: Pick<SerieRow, 'version'>,
): boolean {
  const folder = serieFolder(data_folder, project_id, version);
  return ['line', 'day'].every((name) => existsSync(join(folder, `${name}.parquet`)));
}
