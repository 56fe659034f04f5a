import type { ProjectFault } from '@palier/domain';
import { ApiError } from '../../../lib/api/errors.ts';

/** The faults that the server found in a project, such as a name that is taken; none for any other failure. */
export function faultsOf(error: unknown): ProjectFault[] {
  if (!(error instanceof ApiError) || error.code !== 'refused') return [];
  const { faults } = (error.details ?? {}) as { faults?: unknown };
  return Array.isArray(faults) ? faults : [];
}
