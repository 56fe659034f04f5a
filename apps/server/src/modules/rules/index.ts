export { ruleNames } from './repository.ts';
