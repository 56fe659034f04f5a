import type { Collection } from '@palier/domain';

function collection({ type, id }: Collection): string {
  return `/${type}/${encodeURIComponent(id)}`;
}

/** Where a phase stands in the page of its project's overview. */
export function phaseAnchor(index: number): string {
  return `demarque-${index + 1}`;
}

/** Addresses of every screen. The router has the patterns (app/router.tsx); links use these. */
export const paths = {
  operations: () => '/operations',
  /** The dialog of a new operation, over the list of operations. */
  newOperation: () => '/operations?nouveau=',
  /** The same, of the products of an import. */
  newOperationOf: (importId: string) => `/operations?nouveau=&import=${encodeURIComponent(importId)}`,
  imports: () => '/import',
  import: (id: string) => `/import/${encodeURIComponent(id)}`,
  collection,
  /** A phase among the steps of its project's overview. */
  phase: (ref: Collection, index: number) => `${collection(ref)}#${phaseAnchor(index)}`,
  timeline: (operation: string) => `${collection({ type: 'operation', id: operation })}/timeline`,
  /** `view` is what the report writes of itself (urlViewParams). */
  reporting: (ref: Collection, view?: string) => `${collection(ref)}/reporting${view ? `/${view}` : ''}`,
  results: (ref: Collection) => `${collection(ref)}/results`,
  optimization: (ref: Collection) => `${collection(ref)}/optimization`,
  simpleOptimization: (ref: Collection) => `${collection(ref)}/optimization/simple`,
  listing: (projectId: string) => `${collection({ type: 'project', id: projectId })}/dashboard`,
  groups: () => '/groups',
  /** The rules of a project, one of them open when it is named. */
  rules: (projectId: string, ruleId?: string) =>
    `${collection({ type: 'project', id: projectId })}/rules${ruleId ? `?regle=${encodeURIComponent(ruleId)}` : ''}`,
  /** The decided products that left a project. */
  departures: (projectId: string) => `${collection({ type: 'project', id: projectId })}/departures`,
  /** The prices of a project's phase (counted from 0), and which of them are shown. */
  prices: (
    projectId: string,
    asked: { phase?: number; show?: 'since'; template?: string; line?: string } = {},
  ) => {
    const search = new URLSearchParams({
      ...(asked.phase !== undefined && { demarque: String(asked.phase + 1) }),
      ...(asked.show && { voir: asked.show }),
      ...(asked.template && { modele: asked.template }),
      ...(asked.line && { produit: asked.line }),
    }).toString();
    return `${collection({ type: 'project', id: projectId })}/prices${search && `?${search}`}`;
  },
  settings: () => '/settings',
  members: () => '/members',
  profile: () => '/profile',
  authInfo: () => '/auth-info',
  notFound: () => '/404',
} as const;
