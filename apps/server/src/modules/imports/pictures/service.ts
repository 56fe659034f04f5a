import { copyFile, cp, mkdir, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { SourceFile } from '@palier/analytics';
import type { Scope } from '../../../scope.ts';

const PICTURES = new Set(['.svg', '.png', '.jpg', '.jpeg', '.webp', '.avif', '.gif']);

export function isPicture(name: string): boolean {
  return PICTURES.has(extname(name).toLowerCase());
}

/** Where an organisation's own pictures are served from. */
export function pictureFolder(data_folder: string, organization_id: string): string {
  return join(data_folder, 'pictures', organization_id.replaceAll(/[^\w-]/g, '_'));
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
  data_folder: string,
  scope: Scope,
  sources: readonly SourceFile[],
): Promise<SourceFile[]> {
  const folder = pictureFolder(data_folder, scope.organization_id);
  const rest: SourceFile[] = [];
  for (const source of sources) {
    if (!(await isKept(source))) rest.push(source);
    else await keep(source, folder);
  }
  return rest;
}

async function keep(source: SourceFile, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  if (await isFolder(source.path)) await cp(source.path, folder, { recursive: true, filter: onlyPictures });
  else await copyFile(source.path, join(folder, basename(source.name)));
}

const onlyPictures = (path: string) => extname(path) === '' || isPicture(path);
const isFolder = async (path: string) => (await stat(path)).isDirectory();
