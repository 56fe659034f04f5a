export { readPhaseFigures } from './figures.ts';
export { requireLawful } from './law.ts';
