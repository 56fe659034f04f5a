/** At most `most` of them, evenly, in their order. */
export function thinned<Item>(all: readonly Item[], most: number): Item[] {
  const step = Math.max(1, all.length / most);
  return Array.from({ length: Math.floor(all.length / step) }, (_, n) => all[Math.floor(n * step)]).filter(
    (item) => item !== undefined,
  );
}
