import { paths } from '../../lib/paths.ts';
import { Avatar } from '../../ui/marks.tsx';
import { Menu } from '../../ui/menu.tsx';
import styles from './user-menu.module.css';

export interface UserMenuProps {
  name: string;
  email?: string;
  onLogout: () => void;
}

/** Who is signed in, the profile and the way out. */
export function UserMenu({ name, email, onLogout }: UserMenuProps) {
  return (
    <Menu
      label="Compte"
      align="right"
      buttonClass={styles.account}
      buttonTitle={`Compte de ${name}`}
      header={
        <div className={styles.identity}>
          <Avatar name={name} />
          <div>
            <p className="strong">{name}</p>
            {email && <p className="small muted">{email}</p>}
          </div>
        </div>
      }
      entries={[
        { kind: 'link', label: 'Profil et préférences', icon: 'user', to: paths.profile() },
        { kind: 'link', label: 'Paramètres de l’enseigne', icon: 'sliders', to: paths.settings() },
        { kind: 'link', label: 'Groupes de projets', icon: 'layers', to: paths.groups() },
        { kind: 'link', label: 'Membres', icon: 'user', to: paths.members() },
        { kind: 'link', label: 'Importer des données', icon: 'upload', to: paths.imports() },
        { kind: 'separator', label: 'session' },
        { kind: 'action', label: 'Se déconnecter', icon: 'log-out', onSelect: onLogout },
      ]}
    >
      <span className="visually-hidden">Compte de {name}</span>
      <Avatar name={name} />
    </Menu>
  );
}
