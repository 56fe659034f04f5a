export { explainDataFolder } from './owner.ts';
export {
  discardUpload,
  keepFolder,
  keepUpload,
  releaseFolder,
  reserveUpload,
  reserveVersion,
  sweepFolders,
} from './service.ts';
export { isWhole, latestWhole } from './versions.ts';
