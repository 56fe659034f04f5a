import type { Project } from '@palier/contract';
import { parseDay } from '@palier/domain';

const longDay = new Intl.DateTimeFormat('fr-FR', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
});

/** The day the figures speak of, and whether they are being computed again. */
export function DataDate({ project }: { project: Project }) {
  const { data_date, snapshot } = project;
  const computing = snapshot?.status === 'running' || snapshot?.status === 'requested';
  return (
    <span className="small muted unbroken" role={computing ? 'status' : undefined}>
      {parseDay(data_date)
        ? `Données du ${longDay.format(new Date(`${data_date}T00:00:00Z`))}`
        : 'Sans date de données'}
      {computing && ', calcul en cours…'}
    </span>
  );
}
