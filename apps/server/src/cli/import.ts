import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { ImportMapping } from '@palier/analytics';
import { importMappingSchema } from '@palier/contract';
import { compose, startJobs } from '../compose.ts';
import { readConfig, StartError } from '../config.ts';
import type { Deps } from '../deps.ts';
import { filesOf } from '../modules/demo/service.ts';
import { findImport } from '../modules/imports/repository.ts';
import { requestImport } from '../modules/imports/service.ts';
import { waitForJobs } from '../modules/jobs/service.ts';
import { organizationExists } from '../modules/organizations/repository.ts';
import { systemScope } from '../scope.ts';

const USAGE = `npm run import -- <dossier> [--mapping fichier.json] [--organization identifiant] [--full]

Importe les fichiers d'un dossier (produits, ventes, stocks, prix, commandes, lieux) dans les données d'une
organisation, puis met ses projets à jour. Le serveur doit être arrêté si ses données sont embarquées.`;

type Arguments = {
  folder: string;
  mapping: ImportMapping | undefined;
  organization_id: string;
  mode: 'incremental' | 'full';
};

async function readArguments(): Promise<Arguments> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      mapping: { type: 'string' },
      organization: { type: 'string', default: 'org_maison_brume' },
      full: { type: 'boolean', default: false },
    },
  });
  const [folder] = positionals;
  if (!folder) throw new StartError(USAGE);
  return {
    folder,
    mapping: values.mapping ? await readMapping(values.mapping) : undefined,
    organization_id: values.organization,
    mode: values.full ? 'full' : 'incremental',
  };
}

async function readMapping(path: string): Promise<ImportMapping> {
  try {
    return importMappingSchema.parse(JSON.parse(await readFile(path, 'utf8'))) as ImportMapping;
  } catch (cause) {
    throw new StartError(`Le fichier de correspondance ${path} est incorrect.`, { cause });
  }
}

async function main(): Promise<void> {
  const request = await readArguments();
  const { deps, close } = await compose(readConfig());
  try {
    await run(deps, request);
  } finally {
    await close();
  }
}

async function run(deps: Deps, { folder, mapping, organization_id, mode }: Arguments): Promise<void> {
  const { db } = deps.database;
  if (!(await organizationExists(db, organization_id))) {
    throw new StartError(
      `L'organisation ${organization_id} n'existe pas : démarrez Palier une première fois.`,
    );
  }
  const files = await filesOf(folder).catch((cause: unknown) => {
    throw new StartError(`Le dossier ${folder} ne peut pas être lu.`, { cause });
  });
  const scope = systemScope(organization_id);
  await startJobs(deps);
  const import_id = await requestImport({ db, queue: deps.queue }, scope, {
    files,
    mapping,
    mode,
    staging_folder: null,
  });
  await waitForJobs(db, scope);
  const done = await findImport(db, scope, import_id);
  if (done?.status !== 'completed') throw new StartError(done?.error ?? "L'import n'a pas abouti.");
  console.log(
    JSON.stringify({ totals: done.report?.totals, error_count: done.report?.error_count }, null, 2),
  );
}

main().catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
});
