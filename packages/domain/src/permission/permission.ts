/**
 * What a person may be allowed beyond signing in and reading, as screens say it; one that is missing is not allowed.
 * docs/droits.md says which role has which.
 */
export const PERMISSIONS = {
  canEditDiscounts: 'Choisir et revoir des démarques',
  canComment: 'Commenter une ligne',
  canEditRules: 'Modifier les règles',
  canEditScenarios: 'Créer des scénarios et lancer des optimisations',
  canSendPlans: 'Envoyer un plan dans le listing',
  canSubmitPhases: 'Soumettre une démarque à signature',
  canValidatePhases: 'Valider une démarque',
  canReopenPhases: 'Revenir sur une démarque validée, rouvrir un projet clos',
  canEditProjects: 'Créer des projets et changer leurs réglages',
  canDeleteProjects: 'Supprimer et restaurer un projet',
  canImport: 'Importer des données',
  canSeeCosts: 'Voir les coûts et les marges',
  canEditSharedViews: 'Modifier et supprimer les vues partagées',
  canEditSettings: 'Changer les réglages de l’organisation',
  canManageMembers: 'Gérer les membres',
} as const;
export type Permission = keyof typeof PERMISSIONS;
/** Named apart: `Object.keys` forgets what it lists. */
export const PERMISSION_NAMES = Object.keys(PERMISSIONS) as [Permission, ...Permission[]];

/** What someone may do, as GET /me says it. */
export type Permissions = Readonly<Record<string, boolean>>;

/** Whether permissions hold one of this name. */
export function holdsPermission(permissions: Permissions, permission: Permission): boolean {
  return permissions[permission] === true;
}

/** Why an act is refused to somebody without the permission that it takes. */
export function lackOf(permission: Permission): string {
  return `Votre rôle ne permet pas : ${PERMISSIONS[permission].charAt(0).toLowerCase()}${PERMISSIONS[permission].slice(1)}.`;
}
