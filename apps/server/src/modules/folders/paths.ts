// Where each folder of facts is, from the root of the facts on.

const versionOf = (folder: string, version: number | undefined): string =>
  version === undefined ? folder : `${folder}/v${version}`;

/** A project's figures, each time they are computed a version of their own. */
export const snapshotPath = (project_id: string, version?: number): string =>
  versionOf(`snapshot/${project_id}`, version);

/** A project's recorded series, each a version of its own. */
export const seriePath = (project_id: string, version?: number): string =>
  versionOf(`serie/${project_id}`, version);

/** What an organisation imported. */
export const warehousePath = (organization_id: string, version?: number): string =>
  versionOf(`warehouse/${organization_id}`, version);

/** The files of an upload, until their import has ended. */
export const stagingPath = (id: string): string => `staging/${id}`;

/** What an import's jobs say in files. */
export const reportsPath = (import_id: string): string => `imports/${import_id}`;

/** What an import's job says in files: the rows that it refused. */
export const reportPath = (import_id: string, job_id: string): string =>
  `${reportsPath(import_id)}/${job_id}`;

/** An organisation's own pictures. */
export const picturePath = (organization_id: string): string =>
  `pictures/${organization_id.replaceAll(/[^\w-]/g, '_')}`;
