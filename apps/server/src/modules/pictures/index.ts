export { isPicture, keepPictures, pictureFolder } from './service.ts';
export { createPictures, type Pictures } from './signer.ts';
