/** Widths, in CSS pixels, where each named size of the specification starts. */
export const breakpoints = { xs: 0, sm: 600, md: 960, lg: 1280, xl: 1920 } as const;

/** Below this width the reading layout for small screens is used. */
export const mobileWidth = 1264;

/**
 * Widths below which style sheets change the layout, by the name that they give them: `@media (--below-sm)`.
 * The last two are measured: where the listing's bars and the three columns of a page stop fitting.
 */
export const layoutWidths = {
  sm: breakpoints.sm,
  md: breakpoints.md,
  mobile: mobileWidth,
  laptop: 1441,
  wide: 1600,
} as const;

/** Heights below which they do: a phone held sideways, and where the listing scrolls with its page. */
export const layoutHeights = { phone: 480, short: 600 } as const;

/** Whether a window of `width` pixels shows the layout for small screens. */
export function isMobileWidth(width: number): boolean {
  return width < mobileWidth;
}
