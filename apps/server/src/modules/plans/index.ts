export { type Listed, restoreListed } from './optimizations/service.ts';
export { compareDiscounts } from './simulations/service.ts';
export { whatIf } from './simulations/what-if.ts';
