import { PERMISSION_NAMES, PERMISSIONS, permissionsOf, ROLE_LABELS, ROLES } from '@palier/domain';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Table, TableHead } from '../../ui/table.tsx';
import styles from './members.module.css';

/** What each role may do. */
export function RolesCard() {
  return (
    <Card title="Ce que chaque rôle permet" note="lire, simuler et exporter est à tous">
      <div className={styles.table}>
        <Table>
          <TableHead titles={['', ...ROLES.map((role) => ROLE_LABELS[role])]} />
          <tbody>
            {PERMISSION_NAMES.map((name) => (
              <tr key={name}>
                <th scope="row">{PERMISSIONS[name]}</th>
                {ROLES.map((role) => (
                  <td key={role}>
                    {permissionsOf(role)[name] && (
                      <>
                        <Icon name="check" />
                        <span className="visually-hidden">oui</span>
                      </>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </Card>
  );
}
