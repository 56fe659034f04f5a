import type { Project } from '@palier/contract';
import type { Deps } from '../../../deps.ts';
import { notFound } from '../../../http/errors.ts';
import type { Handlers } from '../../../http/handlers.ts';
import type { ProjectScope } from '../../../scope.ts';
import type { PresentProjects } from '../present.ts';
import type { ProjectRow } from '../repository.ts';
import { readSignedChanges } from './changes.ts';
import { returnSubmission, signSubmission } from './decide.ts';
import { readSignatureState } from './state.ts';
import { submitPhase, withdrawSubmission } from './submit.ts';

export function approvalRoutes(deps: Deps, present: PresentProjects): Handlers {
  async function presentOne(scope: ProjectScope, row: ProjectRow): Promise<Project> {
    const [project] = await present(scope, [row]);
    if (!project) throw notFound('Ce projet');
    return project;
  }
  return {
    'approval.get': ({ project }) => readSignatureState(deps, project),
    'approval.changes': ({ project }) => readSignedChanges(deps, project),
    'approval.submit': async ({ project, body }) =>
      presentOne(project, await submitPhase(deps, project, body)),
    'approval.withdraw': async ({ project, body }) =>
      presentOne(project, await withdrawSubmission(deps, project, body.approval_id)),
    'approval.sign': async ({ project, body }) =>
      presentOne(project, await signSubmission(deps, project, body)),
    'approval.return': async ({ project, body }) =>
      presentOne(project, await returnSubmission(deps, project, body)),
  };
}
