import type { OptimizationStatus, Optimization as Wire } from '@palier/contract';

export type Optimization = Wire;

/** Whether a run is still to be followed; running is treated as requested. */
export function isOptimizationPending(status: OptimizationStatus): boolean {
  return status === 'requested' || status === 'running';
}

export const statusLabels: Record<OptimizationStatus, string> = {
  requested: 'en attente',
  running: 'en cours',
  completed: 'terminée',
  cancelled: 'annulée',
  failed: 'échouée',
};
