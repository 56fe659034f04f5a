/** A series is a forecast (a plan) or what was sold. */
export const SERIE_KINDS = ['forecast', 'sales'] as const;

/** Where a series comes from: the plan in force, a run, a phase as it was signed, the sales, a file. */
export const SERIE_SOURCES = ['plan', 'run', 'validated', 'sales', 'imported'] as const;
