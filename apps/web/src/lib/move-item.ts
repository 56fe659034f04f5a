/** The list with one element moved to another's place. */
export function moveItem<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const moved = list[from];
  if (moved === undefined || from === to || to < 0 || to >= list.length) return [...list];
  const rest = list.filter((_, index) => index !== from);
  return [...rest.slice(0, to), moved, ...rest.slice(to)];
}
