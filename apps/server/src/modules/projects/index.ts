export type { PresentProjects } from './present.ts';
export {
  deleteProject,
  initialDiscounts,
  listProjects,
  type ProjectRow,
  proveListed,
  scenarioNames,
  setInitialDiscounts,
  takeVersion,
  updateProject,
} from './repository.ts';
export { changeProject, createProject, openProject, readProject } from './service.ts';
