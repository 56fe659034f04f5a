import { type Activity, type ActivityKind, APPROVAL_KINDS } from '@palier/contract';
import { countOf, phaseInSentence, plural } from '@palier/domain';
import type { ActivityRow, CountedRow } from './repository.ts';

const WHAT: Record<ActivityKind, (count: number, row: CountedRow) => string> = {
  discount: (count) => `${countOf(count, 'démarque')} ${plural(count, 'modifiée', 'modifiées')}`,
  inclusion: (count) => `Inclusion de ${countOf(count, 'produit')} modifiée`,
  goal: (count) => `Objectif de ${countOf(count, 'produit')} modifié`,
  review: (count, { details }) =>
    `Revue de ${countOf(count, 'produit')}${details.taken_back === true ? ' retirée' : ''}`,
  optimization: (count) => `Optimisation appliquée à ${countOf(count, 'produit')}`,
  rules: (count) => `Règles appliquées à ${countOf(count, 'produit')}`,
  import: (count) => `Import de ${countOf(count, 'démarque')}`,
  sync: (count) => `${countOf(count, 'démarque')} ${plural(count, 'reprise', 'reprises')} d’un autre projet`,
  submitted: (_count, row) => `${labelOf(row)} soumise à signature`,
  withdrawn: (_count, row) => `Soumission de ${named(row)} retirée`,
  returned: (_count, row) => `${labelOf(row)} retournée sans signature${forWhom(row)}`,
  signed: (_count, row) => `${labelOf(row)} signée${forWhom(row)}`,
  lapsed: (count, row) => `${labelOf(row)} : ${countOf(count, 'produit')} à soumettre de nouveau`,
  departed: (count, row) =>
    `${countOf(count, 'produit décidé', 'produits décidés')} ${plural(count, 'sorti', 'sortis')} du projet${movesOf(row)}`,
  phase: (_count, row) => `Validation de ${named(row)}`,
  reopening: (_count, row) => `Retour à ${named(row)}`,
  project: () => 'Projet modifié',
  comment: () => 'Commentaire',
  undo: (count) => `Annulation sur ${countOf(count, 'ligne')}`,
};

const labelOf = ({ details }: ActivityRow): string => String(details.label ?? 'La démarque');

/** The phase inside a sentence. */
const named = ({ details }: ActivityRow): string =>
  typeof details.label === 'string' ? phaseInSentence(details.label) : 'la démarque';

/** A delegate acts in the name of who is away. */
const forWhom = ({ details }: ActivityRow): string =>
  typeof details.for_name === 'string' ? ` au nom de ${details.for_name}` : '';

/** The stock that left, and what came: of the whole project, not of a part of the lines. */
function movesOf({ details: { stock_qty, come }, line_count, touched_count }: CountedRow): string {
  if (touched_count !== undefined && touched_count > line_count) return '';
  return [
    typeof stock_qty === 'number' && `, ${countOf(stock_qty, 'pièce')}`,
    typeof come === 'number' && come > 0 && ` ; ${countOf(come, 'produit entré', 'produits entrés')}`,
  ]
    .filter(Boolean)
    .join('');
}

/** What is not undone: the rest goes on from a validated phase, and words change no line. */
const LASTING = new Set<ActivityKind>([
  ...APPROVAL_KINDS,
  'departed',
  'phase',
  'reopening',
  'project',
  'comment',
]);

/** Whether an entry changed lines and was not undone. */
export const isStanding = ({ undone_by, kind }: ActivityRow): boolean =>
  undone_by === null && !LASTING.has(kind);

/** @param elsewhere the activities of which nothing is left to undo, as they decided another phase */
export function presentActivity(row: CountedRow, elsewhere: ReadonlySet<string> = new Set()): Activity {
  const { kind } = row;
  return {
    activity_id: row.activity_id,
    project_id: row.project_id,
    kind,
    date: row.created_at.toISOString(),
    user_id: row.user_id,
    user_name: row.user_name,
    description: WHAT[kind]?.(row.line_count, row) ?? null,
    comment: row.comment,
    discount_count: row.line_count,
    undone_by: row.undone_by,
    can_undo: isStanding(row) && !elsewhere.has(row.activity_id),
    reach: row.touched_count !== undefined && row.touched_count > row.line_count ? 'part' : 'whole',
  };
}
