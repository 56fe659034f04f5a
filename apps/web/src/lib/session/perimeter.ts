import type { Project } from '@palier/contract';
import { type Coverage, OUTSIDE_PERIMETER, type Perimeter } from '@palier/domain';
import { createStore, useStore } from '../store.ts';

interface Reach {
  /** What the user reaches of the organisation, as GET /me said it; null: all of it. */
  perimeter: Perimeter | null;
  /** The projects of which she reaches a part. */
  partial: ReadonlySet<string>;
}

const reachStore = createStore<Reach>({ perimeter: null, partial: new Set() });

/** Keeps what the signed-in user reaches. */
export function setPerimeter(perimeter: Perimeter | null): void {
  reachStore.set((reach) => ({ ...reach, perimeter }));
}

/** Keeps which of the projects that were just read are hers in part. */
export function learnReach(projects: readonly Pick<Project, '_id' | 'reach'>[]): void {
  const partial = new Set(projects.filter(({ reach }) => reach === 'part').map(({ _id }) => _id));
  reachStore.set((reach) => ({ ...reach, partial }));
}

/** Why an act on all of a project, or of the organisation, is not the user's; null when her perimeter holds it. */
export function outsideOf(covers: Coverage, project_id?: string): string | null {
  const { perimeter, partial } = reachStore.get();
  const outside = covers === 'organization' ? perimeter !== null : partial.has(project_id ?? '');
  return outside ? OUTSIDE_PERIMETER[covers] : null;
}

/** `outsideOf` for a disabled button. */
export function useOutside(covers: Coverage, project_id?: string): string | null {
  useStore(reachStore);
  return outsideOf(covers, project_id);
}

/** What the signed-in user reaches; null: the whole organisation. */
export function usePerimeter(): Perimeter | null {
  return useStore(reachStore).perimeter;
}

/** `usePerimeter` where no component renders. */
export function knownPerimeter(): Perimeter | null {
  return reachStore.get().perimeter;
}
