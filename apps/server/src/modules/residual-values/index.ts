export { residualRule, type ValuedLines, withResidualValue } from './service.ts';
