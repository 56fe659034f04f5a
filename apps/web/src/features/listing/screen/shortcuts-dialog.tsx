import type { ReactNode } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';
import { Table } from '../../../ui/table.tsx';
import shared from '../shared.module.css';
import styles from './shortcuts-dialog.module.css';

const SHORTCUTS: readonly { keys: string; does: string }[] = [
  { keys: '← ↑ → ↓', does: 'Se déplacer ; sur un groupe, → ouvre et ← ferme' },
  { keys: 'Maj + flèches', does: 'Étendre la sélection' },
  { keys: 'Début, Fin, Page', does: 'Début et fin de ligne, écran suivant ou précédent' },
  { keys: 'Ctrl Début, Ctrl Fin', does: 'Première et dernière cellule' },
  { keys: '0 à 9, F2, Entrée', does: 'Saisir une démarque' },
  { keys: 'Entrée, Tab', does: 'Enregistrer et descendre, ou aller à droite' },
  { keys: 'Ctrl Entrée', does: 'Donner la démarque à toute la sélection' },
  { keys: 'Maj F2', does: 'Dans la saisie : dire pourquoi, en commentaire' },
  { keys: 'Suppr', does: 'Revenir à la démarque automatique' },
  { keys: 'Ctrl D', does: 'Recopier vers le bas' },
  { keys: 'Ctrl C, Ctrl V', does: 'Copier et coller des blocs avec Excel' },
  { keys: 'Ctrl Z, Ctrl Y', does: 'Annuler, rétablir' },
  { keys: 'Espace', does: 'Marquer revu' },
  { keys: 'Maj Espace', does: 'Marquer tout le groupe revu' },
  { keys: 'Alt ↓', does: 'Sur un titre de colonne : son menu (trier, largeur, place, masquer)' },
  { keys: 'Alt ← et Alt →', does: 'Sur un titre de colonne : changer sa largeur ; avec Maj : la déplacer' },
];

export function ShortcutsDialog({ onClose }: { onClose: () => void }): ReactNode {
  return (
    <Dialog title="Raccourcis clavier" open onClose={onClose} width={560}>
      <Table className={styles.shortcuts}>
        <tbody>
          {SHORTCUTS.map(({ keys, does }) => (
            <tr key={keys}>
              <th scope="row">
                <kbd>{keys}</kbd>
              </th>
              <td className={shared.wrap}>{does}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Dialog>
  );
}
