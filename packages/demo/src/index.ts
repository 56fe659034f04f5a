// The public face of @palier/demo: two retailers drawn from a seed, their pictures, and their hidden truth.

export type { RetailerKey, RetailerOptions, RetailerReport } from './options.ts';
export { DEMO_TODAY } from './world/collections.ts';
export { DEMO_PRICE_ENDINGS } from './world/labels.ts';
export { writeRetailer } from './write.ts';
