export { keepPictures } from './service.ts';
export { createPictures, type Pictures } from './signer.ts';
