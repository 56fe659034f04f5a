export type { PresentProjects } from './present.ts';
export {
  type DecisionFrame,
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
export {
  type ChangedProject,
  changeProject,
  createProject,
  type NewProject,
  needsSnapshot,
  openProject,
  readProject,
} from './service.ts';
