export { listScenarios, type ScenarioRow } from './repository.ts';
export { readScenario } from './service.ts';
