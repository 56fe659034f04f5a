import type { Project } from '@palier/contract';
import { formatDateRange, formatShortDate, phaseInSentence, phaseLabel, phaseLastDay } from '@palier/domain';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { activityTime } from '../../lib/activity-time.ts';
import { api } from '../../lib/api/client.ts';
import { getSettings } from '../../lib/calls/get-settings.ts';
import { downloadFile } from '../../lib/download.ts';
import { french } from '../../lib/french.ts';
import { listingLink } from '../../lib/listing-link.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
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
  const settings = useQuery(getSettings());
  const template = settings.data?.exportTemplates.find(({ kind }) => kind === 'prices');
  const prices = useMutation({
    mutationFn: (id: string) =>
      api.download('discounts.export', {
        params: { id: project._id, template: id },
        query: { phase: index },
      }),
    onSuccess: (file) => downloadFile(file, `${project.shortName} ${label}`),
  });
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
          disabled={!template || prices.isPending}
          onClick={() => template && prices.mutate(template.id)}
        >
          {prices.isPending ? 'Préparation…' : 'Télécharger les prix des magasins'}
        </Button>
        <p className="tiny muted">
          {french(
            `Les prix de ${phaseInSentence(label)} ne changeront plus : le même fichier reste dans « Exporter ».`,
          )}
        </p>
      </div>
    </Dialog>
  );
}
