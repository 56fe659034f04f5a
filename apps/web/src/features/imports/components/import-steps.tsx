import { Icon } from '../../../ui/icon.tsx';
import styles from './import-steps.module.css';

const steps = ['Fichiers', 'Colonnes', 'Contrôle', 'Import'] as const;

/** Where the import is, from choosing files to what was written; 4: done. */
export function ImportSteps({ step }: { step: 0 | 1 | 2 | 3 | 4 }) {
  return (
    <ol className={styles.steps} aria-label="Étapes de l’import">
      {steps.map((label, index) => (
        <li
          key={label}
          className={index < step ? styles.done : index === step ? styles.current : undefined}
          aria-current={index === step ? 'step' : undefined}
        >
          <span>{index < step ? <Icon name="check" size={12} /> : index + 1}</span>
          {label}
        </li>
      ))}
    </ol>
  );
}
