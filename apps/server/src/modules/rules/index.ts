export { runRules } from './job.ts';
export { ruleNames } from './repository.ts';
