export { type ProjectRow, projectVersions, takeVersion, updateProject } from './repository.ts';
export { createProject, type NewProject, openProject } from './service.ts';
