import { readdir, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { SourceFile } from '@palier/analytics';
import type { Scope } from '../../../scope.ts';
import { type FactFolders, picturePath } from '../../folders/index.ts';

const PICTURES = new Set(['.svg', '.png', '.jpg', '.jpeg', '.webp', '.avif', '.gif']);

export function isPicture(name: string): boolean {
  return PICTURES.has(extname(name).toLowerCase());
}

/** The files to read, without the pictures and folders among them. */
export async function withoutPictures(sources: readonly SourceFile[]): Promise<SourceFile[]> {
  const kept = await Promise.all(sources.map(isKept));
  return sources.filter((_, index) => !kept[index]);
}

const isKept = async ({ name, path }: SourceFile): Promise<boolean> =>
  isPicture(name) || (await isFolder(path));

/** Puts the pictures among the files aside for the screens; answers the files that are left to read. */
export async function keepPictures(
  folders: Pick<FactFolders, 'keepFile'>,
  scope: Scope,
  sources: readonly SourceFile[],
): Promise<SourceFile[]> {
  const rest: SourceFile[] = [];
  for (const source of sources) {
    if (!(await isKept(source))) rest.push(source);
    else
      for (const { path, name } of await picturesOf(source))
        await folders.keepFile(`${picturePath(scope.organization_id)}/${name}`, path);
  }
  return rest;
}

/** A picture, or those of a folder. */
async function picturesOf({ path, name }: SourceFile): Promise<SourceFile[]> {
  if (!(await isFolder(path))) return [{ path, name: basename(name) }];
  const names = await readdir(path);
  return names.filter(isPicture).map((one) => ({ path: join(path, one), name: one }));
}

const isFolder = async (path: string) => (await stat(path)).isDirectory();
