export { excludedChecks, listDecisions, type QualityDecisionRow, saveDecision } from './repository.ts';
