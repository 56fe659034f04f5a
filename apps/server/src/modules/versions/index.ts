export { deleteOldVersions, nextVersion } from './service.ts';
