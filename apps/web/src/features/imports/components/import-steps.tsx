import { Icon } from '../../../ui/icon.tsx';

const steps = ['Fichiers', 'Colonnes', 'Import', 'Contrôle'] as const;

/** Where the import is, from choosing files to reading the report. */
export function ImportSteps({ step }: { step: 0 | 1 | 2 | 3 }) {
  return (
    <ol className="stps" aria-label="Étapes de l’import">
      {steps.map((label, index) => (
        <li
          key={label}
          className={index < step ? 'ok' : index === step ? 'cur' : undefined}
          aria-current={index === step ? 'step' : undefined}
        >
          <span>{index < step ? <Icon name="check" size={12} /> : index + 1}</span>
          {label}
        </li>
      ))}
    </ol>
  );
}
