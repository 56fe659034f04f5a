/** Discount rules of a project: the rulebook, its preview, and the job that applies it to the lines. */
export {};
