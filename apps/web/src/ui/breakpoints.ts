/** Widths, in CSS pixels, where each named size starts. */
export const breakpoints = { xs: 0, sm: 600, md: 960, lg: 1280, xl: 1920 } as const;

/** Below this width the reading layout for small screens is used. */
export const mobileWidth = 1264;

/** Whether a window of `width` pixels shows the layout for small screens. */
export function isMobileWidth(width: number): boolean {
  return width < mobileWidth;
}
