/** Kinds of collection that have pages. */
export const collectionTypes = ['operation', 'project-group', 'project'] as const;
export type CollectionType = (typeof collectionTypes)[number];

/** Whether a part of an address names a kind of collection. */
export function isCollectionType(value: string | undefined): value is CollectionType {
  return collectionTypes.some((type) => type === value);
}

export type CollectionRef = { type: CollectionType; id: string };

function collection({ type, id }: CollectionRef): string {
  return `/${type}/${encodeURIComponent(id)}`;
}

/** Addresses of every screen. The router has the patterns (app/router.tsx); links use these. */
export const paths = {
  operations: () => '/operations',
  imports: () => '/import',
  import: (id: string) => `/import/${encodeURIComponent(id)}`,
  collection,
  timeline: (operation: string) => `${collection({ type: 'operation', id: operation })}/timeline`,
  reporting: (ref: CollectionRef) => `${collection(ref)}/reporting`,
  optimization: (ref: CollectionRef) => `${collection(ref)}/optimization`,
  simpleOptimization: (ref: CollectionRef) => `${collection(ref)}/optimization/simple`,
  listing: (projectId: string, search = '') =>
    `${collection({ type: 'project', id: projectId })}/dashboard${search}`,
  profile: () => '/profile',
  authInfo: () => '/auth-info',
  notFound: () => '/404',
} as const;
