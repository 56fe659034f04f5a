import type { Activity, ActivityKind } from '@palier/contract';
import type { ActivityRow } from './repository.ts';

const WHAT: Record<ActivityKind, (count: number, row: ActivityRow) => string> = {
  discount: (count) => `${lines(count, 'démarque')} modifiée${s(count)}`,
  inclusion: (count) => `Inclusion de ${lines(count, 'produit')} modifiée`,
  goal: (count) => `Objectif de ${lines(count, 'produit')} modifié`,
  review: (count) => `Revue de ${lines(count, 'produit')}`,
  optimization: (count) => `Optimisation appliquée à ${lines(count, 'produit')}`,
  rules: (count) => `Règles appliquées à ${lines(count, 'produit')}`,
  import: (count) => `Import de ${lines(count, 'démarque')}`,
  sync: (count) => `${lines(count, 'démarque')} reprise${s(count)} d’un autre projet`,
  phase: (_count, row) => `Validation de ${String(row.details.label ?? 'la démarque')}`,
  project: () => 'Projet modifié',
  comment: () => 'Commentaire',
  undo: (count) => `Annulation sur ${lines(count, 'ligne')}`,
};

/** What is not undone: the rest goes on from a validated phase, and words change no line. */
const LASTING = new Set(['phase', 'project', 'comment']);

const number = new Intl.NumberFormat('fr-FR');
const s = (count: number) => (count > 1 ? 's' : '');
const lines = (count: number, noun: string) => `${number.format(count)} ${noun}${s(count)}`;

export function presentActivity(row: ActivityRow): Activity {
  const kind = row.kind as ActivityKind;
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
    can_undo: row.undone_by === null && !LASTING.has(row.kind),
  };
}
