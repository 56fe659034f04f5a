export { awayLines, type LineMoves, seenOf, settleMoves } from './service.ts';
