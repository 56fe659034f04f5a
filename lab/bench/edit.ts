import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openPglite } from '../../apps/server/src/db/database.ts';
import { migrate } from '../../apps/server/src/db/migrate.ts';
import { issueTokenFromFolder } from '../../apps/server/src/identity/index.ts';
import { newId } from '../../apps/server/src/ids.ts';
import { addDemoUsers, userOf } from '../../apps/server/src/test/app.ts';
import { startServer } from '../../apps/server/src/test/process.ts';
import { type BenchLine, type BenchOptions, benchLine } from './bench.ts';

// How long an edit takes to be acknowledged, durable, while 50 people edit one project of the embedded server:
// against the bare update of the same line in the same database, and against the 20 ms that is promised.

const EDITORS = 50;
const EDITS_EACH = 20;
/** A quick merchandiser's pace: an edit a second, each editor at her own moment. */
const PACE_MS = 1000;
const WARM_UP = 3;
const PROMISE_MS = 20;

export async function run(options: BenchOptions): Promise<BenchLine[]> {
  const products = options.products ?? 10_000;
  const folder = await mkdtemp(join(tmpdir(), 'palier-bench-edit-'));
  try {
    const database = await openPglite(join(folder, 'database'));
    const { project_id, ids } = await prepare(database, products);
    const bare = await measure((id, discount) => bareUpdate(database, project_id, id, discount), ids);
    await database.close();
    const served = await measureServer(folder, project_id, ids);
    const label = `${EDITORS} éditeurs, ${products} produits`;
    return [
      benchLine('edit', `p50, ${label}`, served.p50, bare.p50, 'ms', null),
      benchLine('edit', `p99, ${label}`, served.p99, bare.p99, 'ms', null),
      benchLine('edit', `p99 promis, ${label}`, served.p99, PROMISE_MS, 'ms', 1),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function prepare(database: Database, products: number): Promise<{ project_id: string; ids: string[] }> {
  await migrate(database);
  await addDemoUsers({ database });
  const project_id = newId();
  await database.executeSql(
    `insert into project (project_id, organization_id, name, end_date, discount_pct_range, working_phase, created_by)
     values ($1, 'org_maison_brume', 'Banc/Édition', '2099-01-01', '[20,30,40,50,60]', 0, 'bench')`,
    [project_id],
  );
  const ids = Array.from({ length: products }, () => newId());
  await database.executeSql(
    `insert into discount (project_id, discount_id, item_group_id, version)
     select $1, id, 'g' || n, 0 from unnest($2::uuid[]) with ordinality as l(id, n)`,
    [project_id, ids],
  );
  await database.executeSql('analyze');
  return { project_id, ids };
}

async function bareUpdate(
  database: Database,
  project_id: string,
  id: string,
  discount: number,
): Promise<void> {
  await database.executeSql(
    'update discount set discount_pct_user = $3 where project_id = $1 and discount_id = $2',
    [project_id, id, discount],
  );
}

async function measureServer(folder: string, project_id: string, ids: readonly string[]) {
  const server = await startServer({
    PALIER_DATA: folder,
    PALIER_DEMO: 'non',
    NODE_ENV: 'production',
    PALIER_OIDC_ISSUER: 'https://nobody.example',
    PALIER_OIDC_CLIENT_ID: 'bench',
  });
  try {
    await server.ready;
    const public_url = `http://localhost:${server.port}`;
    const settings = {
      public_url,
      data_folder: folder,
      production: false,
      sign_in: { kind: 'demo' } as const,
    };
    const authorization = `Bearer ${await issueTokenFromFolder(settings, userOf('claire'))}`;
    return await measure(async (id, discount) => {
      const response = await fetch(`${public_url}/api/projects/${project_id}/discounts`, {
        method: 'PUT',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ [id]: { discount_pct_user: discount } }),
      });
      if (!response.ok) throw new Error(`edit answered ${response.status}`);
      await response.arrayBuffer();
    }, ids);
  } finally {
    server.process.kill('SIGTERM');
    await server.ended;
  }
}

/** Median and 99th percentile of the time of one edit, in milliseconds. */
async function measure(edit: (id: string, discount: number) => Promise<void>, ids: readonly string[]) {
  const times: number[] = [];
  const begun = performance.now();
  const editors = Array.from({ length: EDITORS }, async (_, editor) => {
    for (let turn = 0; turn < EDITS_EACH; turn++) {
      // Her moments are her own: a slow answer does not bring those who waited for it to edit together ever after.
      await pause(begun + (turn + editor / EDITORS) * PACE_MS - performance.now());
      const id = ids[(editor * EDITS_EACH + turn) % ids.length] ?? '';
      const started = performance.now();
      await edit(id, 20 + 10 * ((turn + editor) % 5));
      const took = performance.now() - started;
      if (turn >= WARM_UP) times.push(took);
    }
  });
  await Promise.all(editors);
  times.sort((a, b) => a - b);
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, ms)));
