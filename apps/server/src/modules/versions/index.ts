export { deleteOldVersions, latestWhole, nextVersion } from './service.ts';
