import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { ImportMapping } from '@palier/analytics';
import { importMappingSchema } from '@palier/contract';
import { openQuestions } from '@palier/domain';
import { compose, startJobs } from '../compose.ts';
import { readConfig, StartError } from '../config.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../http/errors.ts';
import { describeError } from '../log.ts';
import { filesOf } from '../modules/demo/service.ts';
import { discardCheck, publishCheck } from '../modules/imports/check.ts';
import { presentImport } from '../modules/imports/present.ts';
import { findImport } from '../modules/imports/repository.ts';
import { sayCheck } from '../modules/imports/say-check.ts';
import { requestImport } from '../modules/imports/service.ts';
import { waitForJobs } from '../modules/jobs/service.ts';
import { organizationExists } from '../modules/organizations/repository.ts';
import { type Scope, systemScope } from '../scope.ts';

const USAGE = `npm run import -- <dossier> [--mapping fichier.json] [--organization identifiant] [--full] [--yes]

Contrôle puis importe les fichiers d'un dossier (produits, ventes, stocks, prix, commandes, lieux) dans les données
d'une organisation, et met ses projets à jour. Ne demande rien : quand une question reste ouverte, rien n'est importé
et le code de sortie est 2, sauf réponse dans la correspondance (« answers ») ou --yes, qui prend les lectures
probables. Le serveur doit être arrêté si ses données sont embarquées.`;

interface Arguments {
  folder: string;
  mapping: ImportMapping | undefined;
  organization_id: string;
  mode: 'incremental' | 'full';
  accept_likely: boolean;
}

async function readArguments(): Promise<Arguments> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      mapping: { type: 'string' },
      organization: { type: 'string', default: 'org_maison_brume' },
      full: { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
    },
  });
  const [folder] = positionals;
  if (!folder) throw new StartError(USAGE);
  return {
    folder,
    mapping: values.mapping ? await readMapping(values.mapping) : undefined,
    organization_id: values.organization,
    mode: values.full ? 'full' : 'incremental',
    accept_likely: values.yes,
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

/** Ends the command in doubt: something is to be answered first. */
const IN_DOUBT = 2;

async function run(deps: Deps, { folder, organization_id, ...how }: Arguments): Promise<void> {
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
  const mapping = how.accept_likely ? { ...how.mapping, accept_likely: true } : how.mapping;
  const import_id = await requestImport({ db, queue: deps.queue }, scope, {
    ...{ files, mapping, mode: how.mode, check: true, staging_folder: null },
  });
  await waitForJobs(db, scope);
  await decide(deps, scope, import_id, mapping);
}

/** Says what the check found, then publishes it or, when something is in doubt, leaves everything as it is. */
async function decide(
  deps: Deps,
  scope: Scope,
  import_id: string,
  mapping: ImportMapping | undefined,
): Promise<void> {
  const { db } = deps.database;
  const row = await findImport(db, scope, import_id);
  const report = row && (await presentImport(row, [], 0, deps.folders)).report;
  if (!row || !report) throw new StartError(row?.error ?? "L'import n'a pas abouti.");
  const open = mapping?.accept_likely ? [] : openQuestions(report.questions, mapping?.answers);
  console.log(sayCheck(report, open));
  if (open.length > 0) {
    await discardCheck(deps, scope, row);
    console.error('Rien n’a été importé : répondez par --mapping (« answers »), ou acceptez avec --yes.');
    process.exitCode = IN_DOUBT;
    return;
  }
  await publishCheck(deps, scope, row, {});
  await waitForJobs(db, scope);
  console.log(report.unchanged ? 'Rien de nouveau : les données étaient déjà là.' : 'Importé.');
}

main().catch((error: unknown) => {
  const isKnown = error instanceof StartError || error instanceof ApiError;
  console.error(isKnown ? error.message : describeError(error));
  process.exitCode = 1;
});
