// The public face of @palier/demo: two retailers drawn from a seed, their pictures, and their hidden truth.

export type { ProjectDefinition, ProjectSelection } from './files/projects.ts';
export { garmentSvg } from './garments/garment-svg.ts';
export type { GarmentKind, GarmentPattern, GarmentPicture } from './garments/kinds.ts';
export { GARMENT_KINDS, GARMENT_PATTERNS } from './garments/kinds.ts';
export type { GeneratedCounts } from './generate.ts';
export { generateRetailer, TRUTH_PATH } from './generate.ts';
export type { FileChunk, Granularity, RetailerKey, RetailerOptions, RetailerReport } from './options.ts';
export { writeRetailer } from './write.ts';
