export { explainDataFolder } from './owner.ts';
export {
  discardUpload,
  keepFolder,
  keepUpload,
  releaseFolder,
  renewUpload,
  reserveUpload,
  reserveVersion,
  sweepFolders,
} from './service.ts';
export { isWhole, latestWhole } from './versions.ts';
