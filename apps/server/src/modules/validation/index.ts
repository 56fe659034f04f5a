export { readPhaseFigures } from './figures.ts';
