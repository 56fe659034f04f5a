import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DEMO_PRICE_ENDINGS, DEMO_TODAY, type RetailerKey } from '@palier/demo';
import { followsData } from '@palier/domain';
import type { Deps } from '../../deps.ts';
import { DEMO_USERS } from '../../identity/index.ts';
import { type Scope, systemScope } from '../../scope.ts';
import { warehouseVersion } from '../facts/index.ts';
import { readDefinitions } from '../files/index.ts';
import { stagingPath } from '../folders/index.ts';
import { requestImport, type StagedFile, saveDefinitions } from '../imports/index.ts';
import { openJobs, waitForJobs } from '../jobs/index.ts';
import { addOrganization, addUser } from '../organizations/index.ts';
import { listProjects } from '../projects/index.ts';
import { setOrganizationEndings } from '../snapshots/index.ts';
import { hoursOf } from './hours.ts';
import { asOfThen, keepPast } from './past-season.ts';

interface DemoRetailer {
  key: RetailerKey;
  organization_id: string;
  /** Its products, as a share of those that the settings ask. */
  share: number;
}

const MAISON_BRUME: DemoRetailer = { key: 'maison_brume', organization_id: 'org_maison_brume', share: 1 };
const ATELIER_LISIERE: DemoRetailer = {
  key: 'atelier_lisiere',
  organization_id: 'org_atelier_lisiere',
  share: 0.16,
};

/** Products of the summer before last for each of the rest: last summer's sales are read against a summer like it. */
const FORMER_SHARE = 0.15;

export type DemoProgress = (sentence: string) => void;

/** The demo's two organisations and their people; harmless when they are there already. */
export async function addDemoOrganizations({ database: { db } }: Pick<Deps, 'database'>): Promise<void> {
  for (const user of DEMO_USERS) {
    await addOrganization(db, { organization_id: user.organization_id, name: user.organization_name });
    await addUser(db, user);
  }
}

/** Gives the demo's organisation its generated retailer, `begin` being called where it is yet to: see `prepareRetailer`. */
export async function prepareDemo(deps: Deps, begin: () => void): Promise<void> {
  await prepareRetailer(deps, MAISON_BRUME, begin);
}

/** The same for the second organisation, which shows that one never sees the other: nobody waits for it. */
export async function prepareSecondRetailer(deps: Deps, tell: DemoProgress): Promise<void> {
  await prepareRetailer(deps, ATELIER_LISIERE, () => tell('Préparation de la seconde enseigne…'));
}

/**
 * Gives an organisation that has no data yet a generated retailer, through the same door as a customer's files. Started
 * again after a crash, it takes up where the jobs are.
 */
async function prepareRetailer(
  deps: Deps,
  { key, organization_id, share }: DemoRetailer,
  begin: () => void,
): Promise<void> {
  const scope = systemScope(organization_id);
  if ((await warehouseVersion(deps.database.db, scope)) > 0) return;
  if ((await openJobs(deps.database.db, scope, { kind: 'import' })) === 0) {
    begin();
    const products = Math.max(20, Math.round(deps.config.demo_products * share));
    const at = hoursOf(DEMO_TODAY);
    // Before its data: every figure is of prices with their endings from the start.
    await at('04:20', () => setOrganizationEndings(deps, scope, DEMO_PRICE_ENDINGS));
    await at('04:30', () => importRetailer(deps, scope, key, products));
  }
  await settlePresent(deps, scope);
}

/** Resolves once the organisation has no job left, but those of projects that no new data reach: nobody waits for them. */
export async function settlePresent(
  { database: { db } }: Pick<Deps, 'database'>,
  scope: Scope,
): Promise<void> {
  await waitForJobs(db, scope, { kind: 'import' });
  const before = (await listProjects(db, scope)).filter((row) => !followsData(row));
  await waitForJobs(db, scope, { but: before.map(({ project_id }) => project_id) });
}

async function importRetailer(
  deps: Deps,
  scope: Scope,
  retailer: RetailerKey,
  products: number,
): Promise<void> {
  const folder = join(deps.folders.root, stagingPath(`demo-${retailer}`));
  await rm(folder, { recursive: true, force: true });
  const former = retailer === 'maison_brume' ? Math.round(FORMER_SHARE * products) : 0;
  await deps.threads.writeRetailer(folder, { retailer, products, former });
  const definitions = await readDefinitions({ path: join(folder, 'projets.json'), name: 'projets.json' });
  const { open, past } = asOfThen(definitions?.definitions ?? []);
  if (past.length > 0) await keepPast(pastSeasonsFile(deps), past);
  await saveDefinitions(deps, scope, open);
  await deps.folders.publish(stagingPath(`demo-${retailer}`));
  await requestImport({ db: deps.database.db, queue: deps.queue }, scope, {
    files: await filesOf(folder),
    // Its files are ours: nothing of them is in doubt.
    mapping: { accept_likely: true },
    staging_folder: folder,
  });
}

/** Where the seasons that are over wait to be played. */
export function pastSeasonsFile({ config }: Pick<Deps, 'config'>): string {
  return join(config.data_folder, 'demo', 'saisons-passees.json');
}

/** A folder's files and its folders of pictures, as a customer's upload would bring them. */
export async function filesOf(folder: string): Promise<StagedFile[]> {
  const names = (await readdir(folder)).filter((name) => !/\.json$/i.test(name) && name !== 'verite').sort();
  return Promise.all(
    names.map(async (name) => ({
      path: join(folder, name),
      name,
      size_bytes: (await stat(join(folder, name))).size,
    })),
  );
}
