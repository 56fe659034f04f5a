export {
  addOrganization,
  countOrganizations,
  findUser,
  type NewUser,
  organizationExists,
  organizationSettings,
  saveUser,
  userNames,
} from './repository.ts';
export { accountDirectory } from './service.ts';
