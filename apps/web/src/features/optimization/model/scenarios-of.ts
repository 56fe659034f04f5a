import type { Scenario } from '@palier/contract';

export interface Listed {
  own: Scenario[];
  /** Those of other projects, which may be run here too. */
  elsewhere: Scenario[];
}

/** The scenarios of a collection's projects, apart from those of others; the three questions keep theirs to themselves. */
export function scenariosOf(scenarios: readonly Scenario[], collectionIds: readonly string[]): Listed {
  const asked = scenarios.filter(({ simple }) => !simple);
  const isOwn = ({ projects }: Scenario) => !projects || projects.some((id) => collectionIds.includes(id));
  return { own: asked.filter(isOwn), elsewhere: asked.filter((scenario) => !isOwn(scenario)) };
}

/** The ids of the scenarios of the three questions: their runs are listed apart. */
export function simpleIds(scenarios: readonly Scenario[]): string[] {
  return scenarios.flatMap(({ _id, simple }) => (simple ? [_id] : []));
}
