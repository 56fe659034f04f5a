export { isGivenByRules, ruleNames } from './repository.ts';
