import { usePermission } from './use-session.ts';

/** Whether the signed-in user sees costs and margins: a screen leaves out what it could only show as « - ». */
export function useCosts(): boolean {
  return usePermission('canSeeCosts');
}
