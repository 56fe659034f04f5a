/** The list with one element moved to another's place. */
export function moveItem(list: readonly string[], from: number, to: number): string[] {
  const moved = list[from];
  if (moved === undefined || from === to || to < 0 || to >= list.length) return [...list];
  const rest = list.filter((_, index) => index !== from);
  return [...rest.slice(0, to), moved, ...rest.slice(to)];
}
