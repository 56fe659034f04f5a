import type { Project } from '@palier/contract';

/** Whether a project's figures are being worked out again: those on screen are of before, another phase or other data. */
export function isComputing({ snapshot }: Pick<Project, 'snapshot'>): boolean {
  return snapshot?.status === 'running' || snapshot?.status === 'requested';
}
