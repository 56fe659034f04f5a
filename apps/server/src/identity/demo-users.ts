import type { Role } from '@palier/domain';
import type { Account } from './types.ts';

export interface DemoUser extends Account {
  role: Role;
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
    role: 'administrator',
  },
  {
    user_id: '01890000-0000-7000-8000-000000000002',
    email: 'marion.roche@maison-brume.fr',
    name: 'Marion Roche',
    ...maisonBrume,
    role: 'merchandiser',
  },
  {
    user_id: '01890000-0000-7000-8000-000000000003',
    email: 'paul.berthier@atelier-lisiere.fr',
    name: 'Paul Berthier',
    ...atelierLisiere,
    role: 'administrator',
  },
  {
    user_id: '01890000-0000-7000-8000-000000000004',
    email: 'camille.martin@mon-enseigne.fr',
    name: 'Camille Martin',
    ...monEnseigne,
    role: 'administrator',
  },
  {
    user_id: '01890000-0000-7000-8000-000000000005',
    email: 'ines.dumont@maison-brume.fr',
    name: 'Inès Dumont',
    ...maisonBrume,
    role: 'manager',
  },
  {
    user_id: '01890000-0000-7000-8000-000000000006',
    email: 'nadia.benali@maison-brume.fr',
    name: 'Nadia Benali',
    ...maisonBrume,
    role: 'data',
  },
  {
    user_id: '01890000-0000-7000-8000-000000000007',
    email: 'hugo.lemaire@maison-brume.fr',
    name: 'Hugo Lemaire',
    ...maisonBrume,
    role: 'reader',
  },
];

/** Finds a demo user by e-mail, by what stands before the @, or by first name. */
export function findDemoUser(text: string): DemoUser | undefined {
  const wanted = text.trim().toLowerCase();
  return DEMO_USERS.find(({ email, name }) =>
    [email, email.split('@')[0], name.split(' ')[0]?.toLowerCase()].includes(wanted),
  );
}
