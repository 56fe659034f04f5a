import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Import, importFormSchema, importMappingSchema } from '@palier/contract';
import type { ImportOptions } from '../../db/tables/warehouse-tables.ts';
import type { Deps } from '../../deps.ts';
import { refuseBrokenText } from '../../http/broken-text.ts';
import { ApiError, notFound } from '../../http/errors.ts';
import type { Handlers } from '../../http/handlers.ts';
import type { Scope } from '../../scope.ts';
import { contentDisposition } from '../exports/index.ts';
import { listDecisions, warehouseVersion } from '../facts/index.ts';
import { type LentFolder, latestWhole, reserveUpload, stagingPath, warehousePath } from '../folders/index.ts';
import { discardCheck, publishCheck, requestRecheck } from './check.ts';
import { checkState, errorFiles, presentImport, withoutCodes } from './present.ts';
import { findImport, type ImportRow, listImports, listMappings } from './repository.ts';
import { cancelImport, decideQuality, requestImport } from './service.ts';
import { newStagingId, type StagedForm, stageForm, stagingFolder } from './staging.ts';

type ReadImport = (scope: Scope, id: string) => Promise<ImportRow>;
type PresentImport = (scope: Scope, id: string) => Promise<Import>;

function checkRoutes(deps: Deps, read: ReadImport, presentOne: PresentImport): Handlers {
  return {
    'imports.recheck': async ({ scope, params, body }) => {
      await requestRecheck(deps, scope, await read(scope, params.id), body);
      return presentOne(scope, params.id);
    },
    'imports.publish': async ({ scope, params, body }) => {
      await publishCheck(deps, scope, await read(scope, params.id), body);
      return presentOne(scope, params.id);
    },
  };
}

function inspectRoutes(deps: Deps): Handlers {
  return {
    'imports.inspect': async ({ scope, request }) => {
      const folder = stagingFolder(deps.scratch.folder, newStagingId());
      const before = await publishedFolder(deps, scope);
      try {
        const form = await stageForm(request, folder);
        const { mapping } = await readOptions(form);
        const files = await deps.readers.inspect(scope.organization_id, {
          files: form.files,
          temp_folder: deps.scratch.folder,
          previous_folder: before?.folder ?? null,
          remembered: await listMappings(deps.database.db, scope),
          ...(mapping && { mapping }),
        });
        return { data: files };
      } finally {
        before?.release();
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

export function importRoutes(deps: Deps): Handlers {
  const { db } = deps.database;
  const read: ReadImport = async (scope, id) => {
    const row = /^[0-9a-f-]{36}$/i.test(id) ? await findImport(db, scope, id) : undefined;
    if (!row) throw notFound('Cet import');
    return row;
  };
  const present = async (scope: Scope, rows: ImportRow[]): Promise<Import[]> => {
    const decisions = await listDecisions(db, scope);
    const current = await warehouseVersion(db, scope);
    return Promise.all(rows.map((row) => presentImport(row, decisions, current, deps.folders)));
  };
  const presentOne: PresentImport = async (scope, id) => {
    const row = await read(scope, id);
    const current = await warehouseVersion(db, scope);
    return presentImport(row, await listDecisions(db, scope), current, deps.folders);
  };
  return {
    ...inspectRoutes(deps),
    'imports.create': async ({ scope, request }) => {
      const import_id = newStagingId();
      const folder = stagingFolder(deps.folders.root, import_id);
      await reserveUpload(deps, scope, stagingPath(import_id));
      const form = await stageForm(request, folder);
      const options = await readOptions(form);
      await deps.folders.publish(stagingPath(import_id));
      await requestImport({ db, queue: deps.queue }, scope, {
        import_id,
        files: form.files,
        staging_folder: folder,
        ...options,
      });
      return presentOne(scope, import_id);
    },
    ...checkRoutes(deps, read, presentOne),
    'imports.list': async ({ scope }) => ({
      data: (await present(scope, await listImports(db, scope))).map(withoutCodes),
    }),
    'imports.get': ({ scope, params }) => presentOne(scope, params.id),
    'imports.decide_quality': async ({ scope, params, body }) => {
      const { report } = await presentOne(scope, params.id);
      const issue = report?.quality.find(({ code }) => code === params.code);
      if (!issue) throw notFound('Ce contrôle');
      await decideQuality({ db, queue: deps.queue }, scope, issue, body.action);
      return presentOne(scope, params.id);
    },
    'imports.rejected_rows': async ({ scope, params, query, reply }) => {
      const files = errorFiles((await read(scope, params.id)).report);
      const file = files[query.file ?? 0];
      const kept = file && (await deps.folders.readFile(keptReport(params.id, file.path)));
      if (!kept) throw notFound('Le fichier des lignes refusées');
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', contentDisposition(file.name))
        .header('content-length', kept.size)
        .send(kept.bytes);
    },
    'imports.cancel': async ({ scope, params }) => {
      const row = await read(scope, params.id);
      await (checkState(row) === 'staged' ? discardCheck : cancelImport)(deps, scope, row);
      return presentOne(scope, params.id);
    },
  };
}

/** A report names its files by where the process that read them had the facts; they are elsewhere for others. */
function keptReport(import_id: string, path: string): string {
  const at = path.lastIndexOf(`imports/${import_id}/`);
  return at < 0 ? `imports/${import_id}/${basename(path)}` : path.slice(at);
}

/** The folder of the data so far; null when there are none. */
async function publishedFolder({ folders, database }: Deps, scope: Scope): Promise<LentFolder | null> {
  const path = warehousePath(scope.organization_id);
  const version = await latestWhole(folders, path, await warehouseVersion(database.db, scope));
  return version > 0 ? folders.open(`${path}/v${version}`) : null;
}

/** The form's fields beside the files. @throws 400 */
async function readOptions(form: StagedForm): Promise<ImportOptions> {
  try {
    const fields = importFormSchema.parse(form.fields);
    return {
      mapping: fields.mapping ? readMapping(fields.mapping) : undefined,
      mode: fields.mode,
      stop_on_error: fields.stop_on_error === 'true',
      check: fields.check === 'true',
    };
  } catch (error) {
    await rm(form.folder, { recursive: true, force: true });
    if (error instanceof ApiError) throw error;
    throw new ApiError(
      'invalid_request',
      'Les options de l’import ou le fichier de correspondance sont incorrects.',
    );
  }
}

/** Its escapes (`\u0000`) are texts of the call that no walk of its body has seen. @throws for what is no mapping, 400 */
function readMapping(text: string): ImportOptions['mapping'] {
  const mapping = importMappingSchema.parse(JSON.parse(text));
  refuseBrokenText({ mapping });
  return mapping;
}
