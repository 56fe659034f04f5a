export { returnedLineIds } from './repository.ts';
export { awayLines, type LineMoves, seenOf, settleMoves } from './service.ts';
