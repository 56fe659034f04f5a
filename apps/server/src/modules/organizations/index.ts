export { decisionsByPerson } from './decisions-by-person/service.ts';
export { organizationLaw } from './law/service.ts';
export { lossThreshold } from './loss-threshold/service.ts';
export { listMembers, type MemberRow } from './members/repository.ts';
export { organizationEndings, projectEndings } from './price-endings/service.ts';
export {
  addOrganization,
  addUser,
  changeOrganizationSettings,
  lockOrganization,
  type NamedPerson,
  organizationName,
  organizationSettings,
  peopleNamed,
  userNames,
} from './repository.ts';
export { holdRequester, type Requester, requesterPerimeter } from './requester.ts';
export { residualRule, type ValuedLines, withResidualValue } from './residual-values/service.ts';
export { changeSetting } from './seen-setting.ts';
export { readSettings } from './settings/service.ts';
export { memberPerimeters, readSigners, signaturePolicy, signsFor } from './signatures/service.ts';
