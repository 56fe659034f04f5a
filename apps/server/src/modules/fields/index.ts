export { presentAttribute, presentField } from './present.ts';
