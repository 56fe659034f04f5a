import type { Activity } from '@palier/contract';

const BY_KIND: Partial<Record<Activity['kind'], string>> = {
  comment: 'Un commentaire ne change aucune ligne : il n’y a rien à annuler',
  departed: 'Des produits sortis du projet y reviennent avec les données : il n’y a rien à annuler',
  project: 'Un réglage se change dans les réglages du projet',
  phase: 'Une démarque validée ne s’annule pas ici : y revenir est un acte à part, avec un motif',
};
const OTHERS = 'Cet acte ne s’annule pas ici : il appartient à la signature ou au calendrier de la démarque';

/** Of which `can_undo` says that they are not undone, whatever came since. */
const LASTING = new Set<Activity['kind']>([
  'submitted',
  'withdrawn',
  'returned',
  'signed',
  'lapsed',
  'reopening',
]);
const ELSEWHERE = 'Cet acte n’est pas de la démarque travaillée\u202f: il n’y a plus rien à annuler';

const OUTSIDE = 'Cet acte touche aussi des produits hors de votre périmètre';

/** Why an entry of the journal cannot be undone; null when it can. `refusal`: why the person may undo nothing here. */
export function undoReason(
  { can_undo, undone_by, kind, reach }: Pick<Activity, 'can_undo' | 'undone_by' | 'kind' | 'reach'>,
  refusal: string | null,
): string | null {
  if (undone_by !== null) return 'Cette action est déjà annulée';
  if (!can_undo) return BY_KIND[kind] ?? (LASTING.has(kind) ? OTHERS : ELSEWHERE);
  return refusal ?? (reach === 'part' ? OUTSIDE : null);
}
