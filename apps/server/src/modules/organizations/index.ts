export {
  addOrganization,
  countOrganizations,
  type NewUser,
  organizationExists,
  organizationSettings,
  saveUser,
  userNames,
} from './repository.ts';
export { accountDirectory, findScope, readUser } from './service.ts';
