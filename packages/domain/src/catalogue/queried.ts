import { isTree, type QueryTree } from '../query/tree.ts';
import { COLUMNS } from './columns.ts';

function fieldsOf({ rules }: QueryTree): string[] {
  return rules.flatMap((node) => (isTree(node) ? fieldsOf(node) : [node.field]));
}

/** Ids of the columns that show what a query looks at, a field each: the one that is first of it, else one with it beside. */
export function queriedColumns(query: QueryTree): string[] {
  const offered = COLUMNS.filter((column) => column.read_only !== true);
  const found = fieldsOf(query).flatMap((field) => {
    const column =
      offered.find(({ fields }) => fields[0] === field) ??
      offered.find(({ fields }) => fields.includes(field));
    return column ? [column.id] : [];
  });
  return [...new Set(found)];
}
