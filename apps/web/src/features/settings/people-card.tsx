import type { DecisionsByPerson } from '@palier/contract';
import { formatDate, lackOf } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '../../lib/api/errors.ts';
import { french } from '../../lib/french.ts';
import { usePermission } from '../../lib/session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { getDecisionsByPerson, useSetDecisionsByPerson } from './api.ts';
import styles from './settings-page.module.css';

/** Whether post-mortems name who decided against the recommendation: off until an administrator has told people. */
export function PeopleCard() {
  const { data, isError, error, refetch } = useQuery(getDecisionsByPerson());
  if (isError)
    return (
      <ErrorState
        title="Le réglage du bilan par personne n’a pas pu être chargé"
        onRetry={() => void refetch()}
      >
        {errorMessage(error)}
      </ErrorState>
    );
  return data ? <PeopleForm key={String(data.on)} state={data} /> : null;
}

const DUTIES = [
  'Dites à chaque personne concernée ce qui est relevé, pourquoi, qui le voit et combien de temps (Code du travail, art. L. 1222-3 et L. 1222-4 ; RGPD, art. 13).',
  'Informez et consultez le comité social et économique, s’il y en a un (art. L. 2312-38).',
  'Inscrivez ce traitement à votre registre ; la CNIL en donne un modèle.',
] as const;

function PeopleForm({ state: { on, changed_by, changed_at } }: { state: DecisionsByPerson }) {
  const [confirmed, setConfirmed] = useState(false);
  const isAllowed = usePermission('canManageMembers');
  const save = useSetDecisionsByPerson();
  const disabled = !isAllowed || save.isPending;
  const who = changed_by && changed_at ? ` par ${changed_by} le ${formatDate(changed_at.slice(0, 10))}` : '';
  return (
    <Card
      title="Bilan par personne"
      note={french(on ? `activé${who}` : who ? `désactivé${who}` : 'désactivé')}
    >
      <div className={styles.form}>
        <p className="muted">
          {french(
            'Le bilan d’un projet dit ce qu’ont rapporté les décisions prises contre la recommandation. Par personne, c’est un traitement de données personnelles et un moyen d’évaluer le travail : il reste désactivé tant qu’un administrateur ne l’a pas activé, et il ne se calcule que tant qu’il l’est. C’est une estimation : elle ne suffit pas à juger quelqu’un.',
          )}
        </p>
        <p>{french('Avant de l’activer :')}</p>
        <ul className={styles.duties}>
          {DUTIES.map((duty) => (
            <li key={duty}>{french(duty)}</li>
          ))}
        </ul>
        {!on && (
          <Checkbox
            label={french('Les personnes ont été informées et le comité consulté')}
            checked={confirmed}
            disabled={disabled}
            onChange={setConfirmed}
          />
        )}
        <div>
          <Button
            disabled={disabled || (!on && !confirmed)}
            title={isAllowed ? undefined : lackOf('canManageMembers')}
            onClick={() => save.mutate(!on)}
          >
            {on ? 'Désactiver' : 'Activer le bilan par personne'}
          </Button>
        </div>
      </div>
    </Card>
  );
}
