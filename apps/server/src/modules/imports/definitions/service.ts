import { basename } from 'node:path';
import { InvalidQueryError } from '@palier/analytics';
import { foldText } from '@palier/domain';
import type { Tx } from '../../../db/database.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import { ApiError, refused } from '../../../http/errors.ts';
import { today } from '../../../local-time.ts';
import type { ProjectScope, Scope } from '../../../scope.ts';
import {
  type Definition,
  type DefinitionError,
  type ReadDefinitions,
  type Readers,
  ReadingStopped,
} from '../../files/index.ts';
import { stagingPath } from '../../folders/index.ts';
import { lockOrganization, type NamedPerson, peopleNamed } from '../../organizations/index.ts';
import {
  changeProject,
  checkItemQuery,
  createProject,
  listProjects,
  type ProjectRow,
  proveListed,
  readProject,
  setInitialDiscounts,
} from '../../projects/index.ts';
import { addSnapshotJob } from '../../snapshots/index.ts';
import { requestImport } from '../service.ts';
import type { StagedForm } from '../staging.ts';

type Needs = Pick<Deps, 'database' | 'facts' | 'folders' | 'queue' | 'events' | 'readers'>;

export interface ProjectImport {
  projects: ProjectRow[];
  created_count: number;
  updated_count: number;
  import_id: string | null;
  errors: DefinitionError[];
}

/**
 * Makes projects from files of definitions; one that exists by name is changed. Other files of the form are
 * the retailer's own data and are imported. @throws 422 when no file defines a project
 */
export async function importProjects(deps: Needs, scope: Scope, form: StagedForm): Promise<ProjectImport> {
  const found = await readForm(deps.readers, scope, form);
  const others = form.files.filter(
    ({ name }, index) => found.without.includes(index) || /\.zip$/i.test(name),
  );
  if (found.definitions.length === 0) {
    const [error] = found.errors;
    const why = error
      ? `ligne ${error.line}, ${error.column} : ${error.reason}`
      : 'il faut au moins un nom et des dates';
    throw new ApiError('invalid_file', `Aucune définition de projet dans ces fichiers (${why}).`, {
      errors: found.errors,
    });
  }
  for (const { name, selection } of found.definitions)
    await checkItemQuery(deps, scope, selection).catch((cause: unknown) => {
      throw cause instanceof ApiError || cause instanceof InvalidQueryError
        ? refused(`Projet « ${name} » : ${cause.message}`)
        : cause;
    });
  await deps.folders.publish(stagingPath(basename(form.folder)));
  const saved = await saveDefinitions(deps, scope, found.definitions);
  const data = others.filter((file) => !/\.json$/i.test(file.name));
  const import_id =
    data.length > 0
      ? await requestImport({ db: deps.database.db, queue: deps.queue }, scope, {
          files: data,
          staging_folder: form.folder,
        })
      : null;
  return { ...saved, import_id, errors: found.errors };
}

/** @throws 422 invalid_file for a file that cannot be read, or that ended its reader */
async function readForm(
  readers: Readers,
  scope: Scope,
  { folder, files }: StagedForm,
): Promise<ReadDefinitions> {
  try {
    return await readers.definitions(scope.organization_id, { folder, files });
  } catch (error) {
    throw error instanceof ReadingStopped ? new ApiError('invalid_file', error.message) : error;
  }
}

/** Creates or changes each project in one transaction, and asks for their snapshots. */
export async function saveDefinitions(
  { database, queue, events }: Omit<Needs, 'facts' | 'folders' | 'readers'>,
  scope: Scope,
  definitions: readonly Definition[],
): Promise<Pick<ProjectImport, 'projects' | 'created_count' | 'updated_count'>> {
  const saved = await inTransaction(database.db, async (tx) => {
    await lockOrganization(tx, scope);
    const known = new Map((await listProjects(tx, scope)).map((row) => [row.name, row]));
    const projects: ProjectRow[] = [];
    const people = await peopleNamed(tx, scope);
    for (const { owner, previous_discount_pcts, ...content } of definitions) {
      const existing = known.get(content.name);
      const pilot_user_id = pilotOf(owner, people);
      const piloted = { ...content, ...(pilot_user_id && { pilot_user_id }) };
      const project = await saveDefinition(tx, scope, piloted, existing).catch((cause: unknown) => {
        throw nameProject(content.name, cause);
      });
      if (previous_discount_pcts) await setInitialDiscounts(tx, project, previous_discount_pcts);
      await addSnapshotJob(tx, queue, project);
      projects.push(await readProject(tx, scope, project.project_id));
    }
    const updated_count = definitions.filter(({ name }) => known.has(name)).length;
    return { projects, created_count: definitions.length - updated_count, updated_count };
  });
  await queue.wake('snapshot');
  for (const { project_id } of saved.projects) {
    await events.publish({
      type: 'project',
      organization_id: scope.organization_id,
      project_id,
      data: { project_id, change: 'updated' },
    });
  }
  return saved;
}

async function saveDefinition(
  tx: Tx,
  scope: Scope,
  content: Omit<Definition, 'owner' | 'previous_discount_pcts'>,
  existing: ProjectRow | undefined,
): Promise<ProjectScope> {
  if (!existing) return createProject(tx, scope, content, today());
  const project = proveListed(scope, existing);
  // A table of definitions does not name the phases: they keep their names.
  const phases = content.phases?.map((phase, index) => ({
    ...phase,
    name: phase.name ?? existing.phases[index]?.name,
  }));
  await changeProject(tx, project, { ...content, phases });
  return project;
}

/** Whoever is named alone by that name or address; one that nobody has leaves the pilot as it is. */
function pilotOf(owner: string | undefined, people: readonly NamedPerson[]): string | null {
  const wanted = foldText(owner?.trim() ?? '');
  const isWanted = ({ name, email }: NamedPerson) => [name, email].map(foldText).includes(wanted);
  const found = wanted ? people.filter(isWanted) : [];
  return found.length === 1 ? (found[0]?.user_id ?? null) : null;
}

/** A refusal says which project of the file it is about; nothing of the file is kept. */
function nameProject(name: string, cause: unknown): unknown {
  if (!(cause instanceof ApiError) || cause.code !== 'refused') return cause;
  return refused(`Projet « ${name} » : ${cause.message} Rien du fichier n’a été pris.`, cause.details);
}
