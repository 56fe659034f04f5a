import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LinePage } from '@palier/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueTokenFromFolder } from '../../../identity/index.ts';
import { startTestApp, userOf } from '../../../test/app.ts';
import { newPostgres } from '../../../test/copies.ts';
import { type ServerProcess, startServer } from '../../../test/process.ts';
import { importShop, linesOf, openProject } from '../../../test/small-shop.ts';

const CODES = ['A', 'B', 'C', 'D'];
const LEVELS = [20, 30, 40, 50, 60];

/** What was acknowledged of a line, the first act first. */
type Acts = { activity_id: string; value: number }[];

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'palier-backup-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

/** Runs one of the two commands. @returns its exit code and all that it printed */
async function run(
  command: 'backup' | 'restore',
  file: string,
  env: Record<string, string>,
): Promise<{ code: number; text: string }> {
  const script = join(import.meta.dirname, `../../../cli/${command}.ts`);
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, file], {
    env: { PATH: process.env.PATH ?? '', PALIER_LOG: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
  const [code] = await once(child, 'exit');
  return { code: Number(code), text: text.replaceAll(/[\u00a0\u202f]/g, ' ') };
}

/** A shop with one project in a folder of its own. @returns the lines' ids */
async function prepare(data_folder: string, database_url: string | null) {
  const test = await startTestApp({ data_folder, database_url, jobs: true });
  await importShop(
    test,
    CODES.map((code) => ({ code, title: `Robe d’été « ${code} »\n\\N` })),
  );
  const { _id } = await openProject(test, 'Op/Sauvegarde');
  const lines = [...(await linesOf(test, _id)).values()].map((line) => line._id);
  await test.close();
  return { project_id: _id, lines };
}

/** Edits one line after the other until told to stop, and notes what was acknowledged. */
async function keepEditing(
  { port }: ServerProcess,
  data_folder: string,
  { project_id, lines }: Awaited<ReturnType<typeof prepare>>,
  acts: Map<string, Acts>,
  state: { isOver: boolean },
): Promise<void> {
  const public_url = `http://localhost:${port}`;
  const settings = { public_url, data_folder, production: false, sign_in: { kind: 'demo' } as const };
  const authorization = `Bearer ${await issueTokenFromFolder(settings, userOf('claire'))}`;
  for (let turn = 0; !state.isOver; turn += 1) {
    const line = lines[turn % lines.length] ?? '';
    const value = LEVELS[Math.floor(turn / lines.length) % LEVELS.length] ?? 20;
    const answer = await fetch(`${public_url}/api/projects/${project_id}/discounts`, {
      method: 'PUT',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ [line]: { discount_pct_user: value } }),
    });
    const { activity_id } = (await answer.json()) as { activity_id: string };
    expect(answer.status).toBe(200);
    acts.set(line, [...(acts.get(line) ?? []), { activity_id, value }]);
  }
}

describe.each(['embedded', 'PostgreSQL'])('a backup of a server that works (%s)', (kind) => {
  const isServer = kind === 'PostgreSQL';
  const addressOf = async () => (isServer ? await newPostgres() : null);
  const envOf = (folder: string, url: string | null): Record<string, string> => ({
    ...{ PALIER_DATA: folder, PALIER_DEMO: 'non' },
    ...(url && { DATABASE_URL: url }),
  });
  const file = () => join(root, `${kind}.palier`);

  it('has all that was acknowledged before it began, each line as its last act left it, and its files', async () => {
    const [folder, url] = [join(root, kind), await addressOf()];
    const scene = await prepare(folder, url);
    const server = await startServer(envOf(folder, url));
    await server.ready;
    const acts = new Map<string, Acts>();
    const state = { isOver: false };
    const editing = keepEditing(server, folder, scene, acts, state);
    await expect.poll(() => [...acts.values()].flat().length).toBeGreaterThan(8);
    const before = new Map([...acts].map(([line, done]) => [line, done.length]));
    const env = { ...envOf(folder, url), PALIER_PORT: String(server.port) };
    const saved = await run('backup', file(), env);
    expect(saved.text).toMatch(/tables et \d+ fichiers, relus/);
    expect(saved.code, saved.text).toBe(0);
    state.isOver = true;
    await editing;
    expect((await fetch(`http://localhost:${server.port}/backup`)).status).toBe(404);
    server.process.kill('SIGTERM');
    await server.ended;

    const [to, to_url] = [join(root, `${kind}-restored`), await addressOf()];
    const done = await run('restore', file(), envOf(to, to_url));
    expect(done.code, done.text).toBe(0);
    const test = await startTestApp({ data_folder: to, database_url: to_url, jobs: false });
    try {
      const url = `/api/projects/${scene.project_id}`;
      const listing = await test.ask('claire', { url: `${url}/discounts?size=100` });
      const page = listing.body as LinePage;
      const journal = await test.ask('claire', { url: `${url}/activity?size=200` });
      const known = new Set(
        (journal.body as { data: { activity_id: string }[] }).data.map((act) => act.activity_id),
      );
      expect(page.discount_count).toBe(CODES.length);
      for (const line of page.data) {
        const own = acts.get(line._id) ?? [];
        const kept = own.filter(({ activity_id }) => known.has(activity_id));
        expect(kept.length).toBeGreaterThanOrEqual(before.get(line._id) ?? 0);
        expect(kept).toEqual(own.slice(0, kept.length));
        expect(line.discount_pct_user).toBe(kept.at(-1)?.value);
      }
      expect((await test.ask(null, { url: '/health/ready' })).status).toBe(200);
    } finally {
      await test.close();
    }
  }, 600_000);

  it('is refused where something is already, and when it was cut or changed; no server starts on half of it', async () => {
    const [to, url] = [join(root, `${kind}-broken`), await addressOf()];
    const bytes = await readFile(file());
    const broken = join(root, `${kind}-broken.palier`);
    await writeFile(broken, bytes.subarray(0, bytes.length - 200));
    const cut = await run('restore', broken, envOf(to, url));
    expect(cut.code).toBe(1);
    expect(cut.text).toMatch(/abîmé|entière/);
    const row = bytes.indexOf('\n', bytes.indexOf('"path":"installation"')) + 1;
    await writeFile(
      broken,
      Buffer.concat([bytes.subarray(0, row), Buffer.from('x'), bytes.subarray(row + 1)]),
    );
    const altered = await run('restore', broken, envOf(to, url));
    expect(altered.text).toContain('« installation » est abîmé dans la sauvegarde');
    // Nothing was done with either.
    expect(existsSync(to)).toBe(false);
    const newer = bytes.toString('latin1').replace(/"schema":"[^"]*"/, '"schema":"9999-later"');
    await writeFile(broken, newer, 'latin1');
    expect((await run('restore', broken, envOf(to, url))).text).toContain('d’un Palier plus récent');
    await expect(startTestApp({ data_folder: to, database_url: url })).rejects.toThrow(
      /n’est pas allée à son terme/,
    );
    const at = bytes.indexOf('PAR1');
    await writeFile(
      broken,
      Buffer.concat([bytes.subarray(0, at), Buffer.from('XXXX'), bytes.subarray(at + 4)]),
    );
    expect((await run('restore', broken, envOf(to, url))).text).toContain('est abîmé dans la sauvegarde');
    const again = await run('restore', file(), envOf(to, url));
    expect(again.code, again.text).toBe(0);
    expect((await run('restore', file(), envOf(to, url))).text).toContain('n’est pas vide');
  }, 600_000);
});
