import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { type Import, importFormSchema, importMappingSchema } from '@palier/contract';
import type { Deps } from '../../deps.ts';
import { ApiError, conflict, notFound } from '../../http/errors.ts';
import type { Handlers } from '../../http/handlers.ts';
import type { Scope } from '../../scope.ts';
import { listDecisions } from '../facts/index.ts';
import { reserveUpload } from '../folders/index.ts';
import { errorFiles, presentImport } from './present.ts';
import { findImport, type ImportRow, listImports, listMappings } from './repository.ts';
import { decideQuality, type ImportOptions, requestImport } from './service.ts';
import { newStagingId, type StagedForm, stageForm, stagingFolder } from './staging.ts';

export function importRoutes(deps: Deps): Handlers {
  const { db } = deps.database;
  const read = async (scope: Scope, id: string): Promise<ImportRow> => {
    const row = /^[0-9a-f-]{36}$/i.test(id) ? await findImport(db, scope, id) : undefined;
    if (!row) throw notFound('Cet import');
    return row;
  };
  const present = async (scope: Scope, rows: ImportRow[]): Promise<Import[]> => {
    const decisions = await listDecisions(db, scope);
    return rows.map((row) => presentImport(row, decisions));
  };
  const presentOne = async (scope: Scope, id: string): Promise<Import> => {
    const row = await read(scope, id);
    return presentImport(row, await listDecisions(db, scope));
  };
  return {
    'imports.create': async ({ scope, request }) => {
      const import_id = newStagingId();
      const folder = stagingFolder(deps.config.data_folder, import_id);
      await reserveUpload(deps, scope, folder);
      const form = await stageForm(request, folder);
      const options = await readOptions(form);
      await requestImport({ db, queue: deps.queue }, scope, {
        import_id,
        files: form.files,
        staging_folder: folder,
        ...options,
      });
      return presentOne(scope, import_id);
    },
    'imports.inspect': async ({ scope, request }) => {
      const folder = stagingFolder(deps.scratch.folder, newStagingId());
      try {
        const form = await stageForm(request, folder);
        const { mapping } = await readOptions(form);
        const files = await deps.readers.inspect(scope.organization_id, {
          files: form.files,
          temp_folder: deps.scratch.folder,
          remembered: await listMappings(db, scope),
          ...(mapping && { mapping }),
        });
        return { data: files };
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    'imports.list': async ({ scope }) => ({ data: await present(scope, await listImports(db, scope)) }),
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
      if (!file) throw notFound('Le fichier des lignes refusées');
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${file.name.replaceAll(/[^\w.-]/g, '_')}"`)
        .send(createReadStream(file.path));
    },
    'imports.cancel': async ({ scope, params }) => {
      const row = await read(scope, params.id);
      if (!(await deps.queue.cancel(scope, row.job_id))) throw conflict('Cet import est déjà terminé.');
      return presentOne(scope, params.id);
    },
  };
}

/** The form's fields beside the files. @throws 400 */
async function readOptions(form: StagedForm): Promise<ImportOptions> {
  try {
    const fields = importFormSchema.parse(form.fields);
    return {
      mapping: fields.mapping ? importMappingSchema.parse(JSON.parse(fields.mapping)) : undefined,
      mode: fields.mode,
      stop_on_error: fields.stop_on_error === 'true',
    };
  } catch {
    await rm(form.folder, { recursive: true, force: true });
    throw new ApiError(
      'invalid_request',
      'Les options de l’import ou le fichier de correspondance sont incorrects.',
    );
  }
}
