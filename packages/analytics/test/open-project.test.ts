import { existsSync } from 'node:fs';
import { readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FactStore, openFactStore } from '../src/index.ts';
import { randomProject } from './random-project.ts';
import { writeProject } from './written-project.ts';

const temp_folder = join(tmpdir(), `palier-open-project-${process.pid}`);
const project = randomProject(7, 20);
const folders: string[] = [];
let store: FactStore;

beforeAll(async () => {
  store = await openFactStore({ temp_folder, memory_limit: '200MB' });
  for (let index = 0; index < 4; index++) folders.push(await writeProject(project));
});

afterAll(async () => {
  await store.close();
  for (const path of [...folders, temp_folder]) await rm(path, { recursive: true, force: true });
});

/** Curve files of the snapshots that this process holds open. */
async function heldOpen(): Promise<string[]> {
  const names = await readdir('/proc/self/fd');
  const paths = await Promise.all(names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')));
  return paths.filter((path) => folders.some((folder) => path === join(folder, 'curve.bin')));
}

function open(folder: string) {
  return store.openProject({ project_id: folder, folder, catalogue: project.catalogue });
}

describe.skipIf(!existsSync('/proc/self/fd'))('projects that people open at the same moment', () => {
  it('answers each of them, and keeps none of their files once closed', async () => {
    const opened = await Promise.all(folders.map(open));
    for (const facts of opened) expect((await facts.lines({ size: 3 })).data).toHaveLength(3);
    expect(await heldOpen()).toHaveLength(folders.length);
    for (const facts of opened) await facts.close();
    expect(await heldOpen()).toEqual([]);
  });

  it('keeps no file of a project whose facts cannot be read', async () => {
    const [folder = ''] = folders;
    const names = await readdir(folder);
    const facts = names.find((name) => name.startsWith('facts.')) ?? '';
    await writeFile(join(folder, facts), 'not a database');
    await expect(open(folder)).rejects.toThrow();
    expect(await heldOpen()).toEqual([]);
  });
});
