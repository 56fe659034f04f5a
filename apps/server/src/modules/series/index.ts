export { recordSeries } from './record.ts';
export { addRun, addSeriesJob } from './request.ts';
