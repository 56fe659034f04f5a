import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPglite } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { addDemoUsers } from '../test/app.ts';

const COMMAND = join(import.meta.dirname, 'import.ts');
const HEADINGS = 'date;code produit;quantité;montant\n';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palier-command-'));
  const database = await openPglite(join(folder, 'data', 'database'));
  await migrate(database);
  await addDemoUsers({ database });
  await database.close();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function delivery(name: string, files: Record<string, string>): Promise<string> {
  const path = join(folder, name);
  await mkdir(path);
  for (const [file, content] of Object.entries(files)) await writeFile(join(path, file), content);
  return path;
}

/** Runs the real command. @returns its exit code and all that it printed, with plain blanks. */
async function run(...options: string[]): Promise<{ code: number; text: string }> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', COMMAND, ...options], {
    env: { PATH: process.env.PATH ?? '', PALIER_DATA: join(folder, 'data'), PALIER_LOG: 'error' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
  const [code] = await once(child, 'exit');
  return { code: Number(code), text: text.replaceAll(/[\u00a0\u202f]/g, ' ') };
}

it('says what it read and what changes by month and place, asks nothing, and ends with 2 in doubt', async () => {
  const first = await delivery('juin', {
    'produits.csv': 'code produit;libellé;prix TTC;prix de revient\nA1;Robe;50;20\nA2;Jupe;40;15\n',
    'ventes.csv': `${HEADINGS}2026-06-01;A1;3;150\n2026-06-13;A2;1;40\n2026-06-14;A2;deux;40\n`,
  });
  const imported = await run(first);
  expect(imported.text).toContain(
    'ventes.csv : Ventes, 01/06/2026 → 13/06/2026 ; 3 lignes, 2 gardées, 1 refusée ; 4 pièces, 190,00 €',
  );
  expect(imported.text).toContain('Juin 2026\n');
  expect(imported.text).toContain('Total : CA TTC 0,00 € → 190,00 € ; pièces 0 → 4 ; stock 0 (=)');
  expect(imported.text).toContain('En tout\n  CA, toutes dates : 0 € → 190 €');
  expect(imported.code, imported.text).toBe(0);

  const fewer = await delivery('moins', { 'ventes.csv': `${HEADINGS}2026-06-01;A1;3;150\n` });
  const doubtful = await run(fewer, '--full');
  expect(doubtful.code, doubtful.text).toBe(2);
  expect(doubtful.text).toMatch(/À décider\n {2}ventes\.csv : Cet import retire 40 € et 1 pièces vendues/);
  expect(doubtful.text).toContain('["removal:ventes.csv": "complete"]');
  expect(doubtful.text).toContain('Rien n’a été importé');

  const mapping = join(folder, 'mapping.json');
  await writeFile(mapping, JSON.stringify({ answers: { 'removal:ventes.csv': 'complete' } }));
  const settled = await run(fewer, '--full', '--mapping', mapping);
  expect([settled.code, settled.text]).toEqual([0, expect.stringContaining('Rien de nouveau')]);

  const accepted = await run(fewer, '--full', '--yes');
  expect([accepted.code, accepted.text]).toEqual([0, expect.stringContaining('CA TTC 190,00 € → 150,00 €')]);
});
