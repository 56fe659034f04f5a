import type { Permission } from '@palier/domain';
import type { Account } from './types.ts';

export interface DemoUser extends Account {
  permissions: Readonly<Record<Permission, boolean>>;
}

const maisonBrume = { organization_id: 'org_maison_brume', organization_name: 'Maison Brume' };
/** Starts without data, to try a customer's own files. */
const monEnseigne = { organization_id: 'org_mon_enseigne', organization_name: 'Mon enseigne' };
const atelierLisiere = { organization_id: 'org_atelier_lisiere', organization_name: 'Atelier Lisière' };

/** The people of the demonstration; their ids never change, so that a token outlives a new database. */
export const DEMO_USERS: readonly DemoUser[] = [
  {
    user_id: '01890000-0000-7000-8000-000000000001',
    email: 'claire.vasseur@maison-brume.fr',
    name: 'Claire Vasseur',
    ...maisonBrume,
    permissions: { canEditSharedViews: true, canValidatePhases: true },
  },
  {
    user_id: '01890000-0000-7000-8000-000000000002',
    email: 'marion.roche@maison-brume.fr',
    name: 'Marion Roche',
    ...maisonBrume,
    permissions: { canEditSharedViews: false, canValidatePhases: false },
  },
  {
    user_id: '01890000-0000-7000-8000-000000000003',
    email: 'paul.berthier@atelier-lisiere.fr',
    name: 'Paul Berthier',
    ...atelierLisiere,
    permissions: { canEditSharedViews: true, canValidatePhases: true },
  },
  {
    user_id: '01890000-0000-7000-8000-000000000004',
    email: 'camille.martin@mon-enseigne.fr',
    name: 'Camille Martin',
    ...monEnseigne,
    permissions: { canEditSharedViews: true, canValidatePhases: true },
  },
];

/** Finds a demo user by e-mail, by what stands before the @, or by first name. */
export function findDemoUser(text: string): DemoUser | undefined {
  const wanted = text.trim().toLowerCase();
  return DEMO_USERS.find(({ email, name }) =>
    [email, email.split('@')[0], name.split(' ')[0]?.toLowerCase()].includes(wanted),
  );
}
