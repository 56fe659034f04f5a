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
    'Tout utilisateur connecté, pour un projet de son organisation ; valider une démarque demande canValidatePhases.',
  view_editor:
    'L’auteur de la vue, ou pour une vue partagée un utilisateur qui a canEditSharedViews ; partager une vue, ou choisir celle qui s’ouvre en premier pour tous, le demande.',
} as const;
export type PolicyName = keyof typeof POLICIES;
