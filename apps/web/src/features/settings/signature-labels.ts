import type { SignatureCause } from '@palier/domain';

/** What each figure that may ask for a signature is called where its threshold is set. */
export const THRESHOLD_LABELS: Readonly<Record<SignatureCause, { name: string; field: string }>> = {
  depth: { name: 'Profondeur', field: 'Taux moyen de la démarque au-delà de' },
  budget: { name: 'Budget', field: 'Budget dépassé de plus de' },
  merit: { name: 'Marge', field: 'Marge après invendus sous « ne rien faire » de plus de' },
  below_cost: { name: 'Sous le coût', field: 'Part des produits sous leur coût au-delà de' },
  control_gaps: { name: 'Écarts à la caisse', field: 'Écart à un total de la caisse au-delà de' },
};

export const MODE_LABELS = {
  never: 'Jamais',
  thresholds: 'Au-delà de seuils',
  always: 'Toujours',
} as const;
