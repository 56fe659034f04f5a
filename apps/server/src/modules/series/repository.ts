import type { SerieKind, SerieSource } from '@palier/domain';
import { type Selectable, sql } from 'kysely';
import { playedTime } from '../../clock.ts';
import type { DbOrTx, Tx } from '../../db/database.ts';
import type { SerieTable } from '../../db/tables/project-tables.ts';
import { newId } from '../../ids.ts';
import type { ProjectScope } from '../../scope.ts';

export type SerieRow = Selectable<SerieTable>;

/** What tells one series of a project from another. */
export interface SerieKey {
  source: SerieSource;
  kind: SerieKind;
  serie_date: string;
  ref: string;
}

export type NewSerie = SerieKey &
  Pick<
    SerieRow,
    'version' | 'scenario_id' | 'scenario_name' | 'phases' | 'line_count' | 'byte_size' | 'checksum'
  >;

/** The series of a project, the latest date first. */
export async function listSeries(db: DbOrTx, project: ProjectScope): Promise<SerieRow[]> {
  return db
    .selectFrom('serie')
    .selectAll()
    .where('project_id', '=', project.project_id)
    .orderBy('serie_date', 'desc')
    .orderBy('serie_id', 'desc')
    .execute();
}

/** Puts a series in the place of the one of the same key. @returns the version of the folder that it replaces */
export async function replaceSerie(tx: Tx, project: ProjectScope, serie: NewSerie): Promise<number | null> {
  const { source, kind, serie_date, ref, phases, ...values } = serie;
  const former = await tx
    .deleteFrom('serie')
    .where('project_id', '=', project.project_id)
    .where('source', '=', source)
    .where('kind', '=', kind)
    .where('serie_date', '=', serie_date)
    .where('ref', '=', ref)
    .returning('version')
    .executeTakeFirst();
  await tx
    .insertInto('serie')
    .values({
      ...values,
      ...{ source, kind, serie_date, ref },
      project_id: project.project_id,
      serie_id: newId(),
      phases: JSON.stringify(phases),
      recorded_at: playedTime(),
    })
    .execute();
  return former?.version ?? null;
}

export async function deleteSerie(tx: Tx, project: ProjectScope, serie_id: string): Promise<void> {
  await tx
    .deleteFrom('serie')
    .where('project_id', '=', project.project_id)
    .where('serie_id', '=', serie_id)
    .execute();
}

/**
 * Says that the series are those of a version of the decisions, unless something asked for them since `before` was read.
 * @returns whether the project had none before
 */
export async function markRecorded(
  db: DbOrTx,
  project: ProjectScope,
  { version, before }: { version: number; before: number | null },
): Promise<boolean> {
  const { rows } = await sql<{ had: boolean }>`
    update project p set has_series = exists (select from serie s where s.project_id = p.project_id),
      series_version = case when p.series_version is not distinct from ${before}::integer then ${version}::integer else p.series_version end
    from (select project_id, has_series as had from project where project_id = ${project.project_id} for update) before
    where p.project_id = before.project_id and p.project_id = ${project.project_id}
    returning before.had`.execute(db);
  return rows[0]?.had === false;
}

/** Says that a project has series when it has some. @returns whether it had none before */
export async function markHeld(db: DbOrTx, project: ProjectScope): Promise<boolean> {
  const row = await db
    .updateTable('project')
    .set({ has_series: true })
    .where('project_id', '=', project.project_id)
    .where('organization_id', '=', project.organization_id)
    .where('has_series', '=', false)
    .returning('project_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Says that there is something new to record, that no version of the decisions tells: a run that ended. */
export async function askAgain(tx: Tx, project: ProjectScope): Promise<void> {
  await tx
    .updateTable('project')
    .set({ series_version: null })
    .where('project_id', '=', project.project_id)
    .where('organization_id', '=', project.organization_id)
    .execute();
}

/** The latest job that records the series of each project. */
export async function latestJob(
  db: DbOrTx,
  project: ProjectScope,
): Promise<{ status: string; finished_at: Date | null } | undefined> {
  return db
    .selectFrom('job')
    .select(['status', 'finished_at'])
    .where('organization_id', '=', project.organization_id)
    .where('project_id', '=', project.project_id)
    .where('kind', '=', 'series')
    .orderBy('job_id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Whether a job waits to record the project's series. No worker takes it before the transaction ends: it sees all that
 * this one changes.
 */
export async function isRecordingAsked(tx: Tx, project: ProjectScope): Promise<boolean> {
  const row = await tx
    .selectFrom('job')
    .select('job_id')
    .where('organization_id', '=', project.organization_id)
    .where('project_id', '=', project.project_id)
    .where('kind', '=', 'series')
    .where('status', '=', 'requested')
    .limit(1)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}
