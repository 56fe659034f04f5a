import type { Project } from '@palier/contract';
import { formatDateRange, formatShortDate, phaseInSentence, phaseLabel, phaseLastDay } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { activityTime } from '../../lib/activity-time.ts';
import { french } from '../../lib/french.ts';
import { listingLink } from '../../lib/listing-link.ts';
import { paths } from '../../lib/paths.ts';
import { countLabels } from '../../lib/prices/count-labels.ts';
import { USUAL_TEMPLATE, useMakePriceFile, usePriceFileRefusal } from '../../lib/prices/make-price-file.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ShopLabels } from './shop-labels.tsx';
import styles from './validation.module.css';

interface ValidatedDialogProps {
  /** The project as it was when the validation was asked: its worked phase is the one validated. */
  project: Project;
  /** In whose name it was signed; null: the user's own. */
  signsFor: string | null;
  onClose: () => void;
}

/** What a validation ends in: the phase is signed, its prices are there to be sent, the next one is to be worked. */
export function ValidatedDialog({ project, signsFor, onClose }: ValidatedDialogProps) {
  const index = project.working_phase ?? 0;
  const phase = project.phases[index];
  const label = phaseLabel(phase, index);
  const next = project.phases[index + 1];
  const { user } = useSession();
  const [at] = useState(() => new Date());
  const labels = useQuery(countLabels(project._id, index));
  const prices = useMakePriceFile(project._id);
  const refusal = usePriceFileRefusal(project._id);
  return (
    <Dialog
      title={french(`${label} validée · part le ${formatShortDate(phase?.start_date)}`)}
      open
      onClose={onClose}
      width={520}
      focus="action"
      actions={
        <>
          <Button onClick={onClose}>Fermer</Button>
          {next ? (
            <LinkButton to={listingLink(project._id, { mode: 'discount' })} onClick={onClose}>
              {`Travailler ${phaseInSentence(phaseLabel(next, index + 1))}`}
            </LinkButton>
          ) : null}
        </>
      }
    >
      <p className={styles.signed} role="status">
        <Icon name="check" />
        <span>
          {`${project.shortName}, ${formatDateRange(phase?.start_date, phaseLastDay(project, index))}`}
          {user &&
            `, signée par ${user.name}${signsFor === null ? '' : ` au nom de ${signsFor}`}, ${activityTime(at, at)}`}
        </span>
      </p>
      <div className={styles.prices}>
        <Button
          tone="primary"
          icon="download"
          disabled={refusal !== null || prices.isPending}
          title={refusal ?? undefined}
          onClick={() => prices.mutate({ phase: index, template_id: USUAL_TEMPLATE, scope: 'all' })}
        >
          {prices.isPending ? 'Préparation…' : 'Télécharger les prix des magasins'}
        </Button>
        <LinkButton to={paths.prices(project._id, { phase: index })} onClick={onClose}>
          Prix, modèles et fichiers
        </LinkButton>
        <p className="tiny muted">
          {french(
            `Les prix de ${phaseInSentence(label)} ne changeront plus : chaque fichier envoyé reste dans « Prix », à l’identique.`,
          )}
        </p>
      </div>
      {labels.data && <ShopLabels summary={labels.data} />}
    </Dialog>
  );
}
