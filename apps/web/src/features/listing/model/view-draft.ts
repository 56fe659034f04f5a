import type { ViewParameters } from '@palier/domain';

/** What a view saved from the screen holds: a partial one the columns alone, filters and sort stay the user's. */
export function viewParameters(partial: boolean, parameters: ViewParameters): Partial<ViewParameters> {
  if (!partial) return parameters;
  const { columns, customColumnWidths, featuredFields } = parameters;
  return { columns, customColumnWidths, featuredFields };
}
