import type { Signer } from '@palier/contract';
import type { Deps } from '../../../deps.ts';
import { reachesGroup, reachOf } from '../../../perimeter.ts';
import type { ProjectScope } from '../../../scope.ts';
import { memberPerimeters, readSigners } from '../../organizations/index.ts';
import type { ProjectRow } from '../repository.ts';

/**
 * Who signs the phases of a project, each with who signs for her while she is away: those whose perimeter holds all of
 * it. Nobody signs in the name of somebody who may not.
 */
export async function projectSigners(
  { database: { db }, facts }: Pick<Deps, 'database' | 'facts'>,
  project: ProjectScope,
  { project_group_id }: Pick<ProjectRow, 'project_group_id'>,
): Promise<Signer[]> {
  const perimeters = await memberPerimeters(db, project);
  const signers: Signer[] = [];
  for (const signer of (await readSigners(db, project)).data) {
    const theirs = { ...project, perimeter: perimeters.get(signer.user_id) ?? null };
    if (!theirs.perimeter) signers.push(signer);
    else if (reachesGroup(theirs, project_group_id) && (await reachOf(facts, theirs)) === 'whole')
      signers.push(signer);
  }
  return signers;
}
