export { listScenarios, type ScenarioRow } from './repository.ts';
export { adoptScenario, readScenario } from './service.ts';
