export { lossThreshold } from './loss-threshold/service.ts';
export {
  addOrganization,
  changeOrganizationSettings,
  organizationSettings,
  saveUser,
  userNames,
} from './repository.ts';
export { residualRule, type ValuedLines, withResidualValue } from './residual-values/service.ts';
export { readSettings } from './settings/service.ts';
