/** A group of a report, with those under it. */
interface Node<Self> {
  data?: Self[] | undefined;
}

/** Groups of every level in the order of a figure; what is not known stands last, either way. */
export function sortNodes<Self extends Node<Self>>(
  nodes: readonly Self[],
  measure: (node: Self) => number | null,
  order: 'asc' | 'desc',
): Self[] {
  const sign = order === 'asc' ? 1 : -1;
  const compare = (a: Self, b: Self): number => {
    const [left, right] = [measure(a), measure(b)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return sign * (left - right);
  };
  return nodes
    .map((node) => (node.data ? { ...node, data: sortNodes(node.data, measure, order) } : node))
    .sort(compare);
}
