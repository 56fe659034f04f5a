/** A scale of sizes with the share of demand of each (sums to 1). */
export interface SizeScale {
  sizes: readonly string[];
  shares: readonly number[];
}

function scale(entries: Record<string, number>): SizeScale {
  const sizes = Object.keys(entries);
  const total = sizes.reduce((sum, size) => sum + (entries[size] ?? 0), 0);
  return { sizes, shares: sizes.map((size) => (entries[size] ?? 0) / total) };
}

function scaleOf(sizes: string, shares: readonly number[]): SizeScale {
  const labels = sizes.split(',');
  const total = shares.reduce((sum, share) => sum + share, 0);
  return { sizes: labels, shares: shares.map((share) => share / total) };
}

/** `scaleOf` where the labels are digits: an object would sort them by itself. */
export const SIZE_SCALES = {
  women: scaleOf('34,36,38,40,42,44', [8, 19, 27, 23, 14, 9]),
  women_letters: scale({ XS: 11, S: 26, M: 31, L: 21, XL: 11 }),
  men_letters: scale({ S: 13, M: 29, L: 31, XL: 18, XXL: 9 }),
  men: scaleOf('38,40,42,44,46,48', [10, 22, 27, 22, 13, 6]),
  denim: scale({ W25: 8, W26: 15, W27: 20, W28: 21, W29: 15, W30: 12, W31: 9 }),
  men_denim: scale({ W29: 9, W30: 15, W31: 19, W32: 22, W33: 16, W34: 12, W36: 7 }),
  women_shoes: scaleOf('36,37,38,39,40,41', [9, 19, 26, 24, 15, 7]),
  men_shoes: scaleOf('40,41,42,43,44,45', [10, 19, 26, 24, 14, 7]),
  children: scale({ '4 ans': 15, '6 ans': 20, '8 ans': 22, '10 ans': 19, '12 ans': 15, '14 ans': 9 }),
  children_shoes: scaleOf('28,29,30,31,32,33,34', [11, 14, 17, 18, 17, 13, 10]),
  belts: scaleOf('75,85,95,105', [20, 38, 29, 13]),
  single: scale({ TU: 1 }),
} satisfies Record<string, SizeScale>;

export type SizeScaleKey = keyof typeof SIZE_SCALES;
