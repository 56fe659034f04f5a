import { PERMISSION_NAMES, type Permission, type Permissions } from './permission.ts';

/** What people are in an organisation: a role is a set of permissions. */
export const ROLES = ['merchandiser', 'manager', 'data', 'reader', 'administrator'] as const;
export type Role = (typeof ROLES)[number];

/** How screens name a role. */
export const ROLE_LABELS: Readonly<Record<Role, string>> = {
  merchandiser: 'Marchandiseur',
  manager: 'Manager',
  data: 'Données',
  reader: 'Lecture',
  administrator: 'Administrateur',
};

const MERCHANDISER: readonly Permission[] = [
  'canEditDiscounts',
  'canComment',
  'canEditRules',
  'canEditScenarios',
  'canSendPlans',
  'canSubmitPhases',
  'canEditProjects',
  'canSeeCosts',
];

/** Which permissions each role has; nothing else says it. */
export const ROLE_PERMISSIONS: Readonly<Record<Role, readonly Permission[]>> = {
  merchandiser: MERCHANDISER,
  manager: [
    ...MERCHANDISER,
    'canValidatePhases',
    'canReopenPhases',
    'canDeleteProjects',
    'canImport',
    'canEditSharedViews',
    'canEditSettings',
  ],
  data: ['canComment', 'canImport', 'canEditProjects', 'canSeeCosts'],
  // « Lecture » is given beyond the buying team: no cost. « Données » keeps costs: it brings the files that hold them.
  reader: [],
  administrator: PERMISSION_NAMES,
};

/**
 * What somebody may do: her role's permissions, and those that she was given beyond it.
 * Every permission is named, so that a caller reads false rather than nothing.
 */
export function permissionsOf(role: Role, granted: Permissions = {}): Record<Permission, boolean> {
  const held = (name: Permission) => ROLE_PERMISSIONS[role].includes(name) || granted[name] === true;
  return Object.fromEntries(PERMISSION_NAMES.map((name) => [name, held(name)])) as Record<
    Permission,
    boolean
  >;
}
