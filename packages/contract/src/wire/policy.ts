import {
  type Coverage,
  PERMISSIONS,
  type Permission,
  permissionsOf,
  ROLE_LABELS,
  ROLES,
} from '@palier/domain';

/**
 * Who may call a route. Every policy but the first two also means: only what belongs to the caller's
 * organisation exists (anything else answers 404).
 */
export const POLICIES = {
  anyone: 'Sans connexion.',
  signed_link: 'Par un lien signé que l’API a donné.',
  member: 'Tout utilisateur connecté, dans son organisation.',
  project: 'Tout utilisateur connecté, pour un projet de son organisation.',
  discount: 'Tout utilisateur connecté, pour une ligne d’un projet de son organisation.',
  project_editor:
    'Tout utilisateur connecté, pour un projet de son organisation ; avancer working_phase demande canValidatePhases, le reste canEditProjects.',
  view_editor:
    'L’auteur de la vue, ou pour une vue partagée un utilisateur qui a canEditSharedViews ; partager une vue, ou choisir celle qui s’ouvre en premier pour tous, le demande.',
} as const;
export type PolicyName = keyof typeof POLICIES;

/** public: without signing in. everyone: whoever belongs to the organisation. Several names: any of them. */
export type Right = 'public' | 'everyone' | Permission | readonly Permission[];

/** The permissions that open a right; null where signing in, or nothing, is enough. */
export function permissionsFor(right: Right): readonly Permission[] | null {
  if (right === 'public' || right === 'everyone') return null;
  return typeof right === 'string' ? [right] : right;
}

/** What a perimeter must hold for a route, as the documents say it; nothing where it answers what is within. */
export function sayCoverage(covers: Coverage | undefined): string {
  if (!covers) return '';
  return ` Demande ${covers === 'project' ? 'le projet entier' : 'toute l’organisation'} dans son périmètre.`;
}

/** A right as the documents say it. */
export function sayRight(right: Right): string {
  const permissions = permissionsFor(right);
  if (!permissions) return right === 'public' ? 'Sans connexion.' : 'Tout membre.';
  const names = permissions.map((name) => `${name} (${PERMISSIONS[name]})`).join(' ou ');
  const roles = ROLES.filter((role) => permissions.some((name) => permissionsOf(role)[name]));
  return `${names} : ${roles.map((role) => ROLE_LABELS[role].toLowerCase()).join(', ')}.`;
}
