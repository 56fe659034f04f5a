export {
  addOrganization,
  changeOrganizationSettings,
  organizationExists,
  organizationSettings,
  saveUser,
  userNames,
} from './repository.ts';
export { accountDirectory, createFindScope, readUser } from './service.ts';
