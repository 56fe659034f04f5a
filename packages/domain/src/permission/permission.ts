/** What a person may be allowed beyond using the product, as her profile says it; one that is missing is not allowed. */
export const PERMISSIONS = {
  canEditSharedViews: 'Modifier et supprimer les vues partagées',
  canValidatePhases: 'Valider une démarque',
} as const;
export type Permission = keyof typeof PERMISSIONS;
