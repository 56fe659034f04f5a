export {
  addOrganization,
  countOrganizations,
  type NewUser,
  organizationExists,
  organizationSettings,
  saveUser,
  userNames,
} from './repository.ts';
export { accountDirectory, createFindScope, readUser } from './service.ts';
