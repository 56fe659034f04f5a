/** The answer that leaves a file out of the import. */
export const LEFT_ASIDE = 'aside';
