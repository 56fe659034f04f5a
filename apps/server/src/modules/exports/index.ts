export { GROUP_LEVEL, LEVEL_HEADING, listingHeadings } from './listing-fields.ts';
export { neutralise } from './neutralise.ts';
