export type { PresentProjects } from './present.ts';
export {
  deleteProject,
  listProjects,
  type ProjectRow,
  proveListed,
  scenarioNames,
  setInitialDiscounts,
  takeVersion,
  updateProject,
} from './repository.ts';
export {
  type ChangedProject,
  changeProject,
  createProject,
  type NewProject,
  needsSnapshot,
  openProject,
  readProject,
} from './service.ts';
