export { lackOfRow, requireState, stateOfRow } from './acts.ts';
export { checkItemQuery } from './item-query.ts';
export type { PresentProjects } from './present.ts';
export {
  type DecisionFrame,
  initialDiscounts,
  listProjects,
  lockProject,
  type ProjectRow,
  proveListed,
  readFrame,
  scenarioNames,
  setInitialDiscounts,
  takeVersion,
  updateProject,
} from './repository.ts';
export {
  changeProject,
  createProject,
  openProject,
  openReached,
  readForChange,
  readProject,
} from './service.ts';
