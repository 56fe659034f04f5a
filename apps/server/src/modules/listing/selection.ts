import type { LineSelection } from '@palier/analytics';
import type { SelectionBody } from '@palier/contract';
import type { ProjectScope } from '../../scope.ts';

/** What a request says of the lines it is about, in a query string or a body. */
export type SelectionParams = { [K in keyof SelectionBody]?: SelectionBody[K] | undefined };

/** The lines that an activity touched. */
export type ActivityLines = (project: ProjectScope, activity_id: string) => Promise<string[]>;

/** Whether a request, or the caller's perimeter, says anything of the lines: when neither does, every line is meant. */
export function narrows({ perimeter }: ProjectScope, params: SelectionParams): boolean {
  const { filter, q, included, hide_zero, scope, activity_id } = params;
  return Boolean(
    perimeter ||
      filter?.rules.length ||
      q ||
      included ||
      hide_zero ||
      activity_id ||
      (scope && scope !== 'all'),
  );
}

/** A request's selection as the facts take it. */
export async function toSelection(
  params: SelectionParams,
  project: ProjectScope,
  activityLines: ActivityLines,
): Promise<LineSelection> {
  return {
    filter: params.filter ?? null,
    ...(params.q && { q: params.q }),
    ...(params.included !== undefined && { included: params.included }),
    ...(params.hide_zero !== undefined && { hide_zero: params.hide_zero }),
    ...(params.scope && { scope: params.scope }),
    ...(params.activity_id && { line_ids: await activityLines(project, params.activity_id) }),
  };
}
