/** The same fields, those that are undefined left out. */
type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** What a body or a change says: a field that is undefined says nothing. */
export function definedOf<T extends object>(given: T): Defined<T> {
  // What Object.entries gives of T is T's own; TypeScript forgets it.
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Defined<T>;
}
