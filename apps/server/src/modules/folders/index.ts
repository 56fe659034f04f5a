export { type FactFolders, type LentFolder, withFolder, withFolders } from './fact-folders.ts';
export { DATA_FOLDER_FAULTS, explainDataFolder } from './owner.ts';
export {
  picturePath,
  reportPath,
  seriePath,
  snapshotPath,
  stagingPath,
  warehousePath,
} from './paths.ts';
export {
  keepFolder,
  releaseFolder,
  renewUpload,
  reserveUpload,
  reserveVersion,
  sweepFolders,
} from './service.ts';
export { latestWhole } from './versions.ts';
