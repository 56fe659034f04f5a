/** How often pg-boss looks by itself, in seconds. */
export const PACES = {
  // A message may be missed between processes, and one that died leaves its jobs to the others.
  postgres: { poll: 2, supervise: 15 },
  // One process with one connection, for which edits wait: what is added or tried again wakes its worker, and what a
  // dead process had is taken over at the start. Looking is to be sure.
  pglite: { poll: 10, supervise: 600 },
} as const;
/** Jobs here have none that depend on them: pg-boss would look for such every five seconds. */
export const DEPENDENT_JOBS_SECONDS = 3600;
