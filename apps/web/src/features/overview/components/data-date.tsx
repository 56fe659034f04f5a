import type { Project } from '@palier/contract';
import { parseDay } from '@palier/domain';
import { useUpdateProject } from '../../../lib/calls/update-project.ts';
import { isComputing } from '../../../lib/is-computing.ts';
import { Button } from '../../../ui/button.tsx';

const longDay = new Intl.DateTimeFormat('fr-FR', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
});

/**
 * The day the figures speak of, and whether they are being computed again. A project that was frozen at a day says so,
 * and follows the data again in one click.
 */
export function DataDate({ project }: { project: Project }) {
  const { data_date, data_date_frozen } = project;
  const update = useUpdateProject(project._id);
  const computing = isComputing(project);
  const day = parseDay(data_date) ? longDay.format(new Date(`${data_date}T00:00:00Z`)) : null;
  return (
    <>
      <span className="small muted unbroken" role={computing ? 'status' : undefined}>
        {day === null
          ? 'Sans date de données'
          : data_date_frozen
            ? `Données figées au ${day}`
            : `Données du ${day}`}
        {computing && ', calcul en cours…'}
      </span>
      {data_date_frozen && (
        <Button
          small
          tone="quiet"
          disabled={update.isPending}
          title="La date des données suivra de nouveau les imports"
          onClick={() => update.mutate({ data_date: null })}
        >
          Suivre les données
        </Button>
      )}
    </>
  );
}
