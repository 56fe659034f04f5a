/** What a new project starts with. */
export const NEW_PROJECT = {
  working_phase: 0,
  discount_pct_range: [20, 30, 40, 50, 60],
  discount_step: 10,
} as const;
