import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import { getSeriesStatus, OLD_BY_NEW_SERIES } from '../api/series.ts';
import styles from './reporting.module.css';

/** Whether the series are up to date; what they gain meanwhile is asked again. */
export function StatusMark({ projectIds }: { projectIds: readonly string[] }) {
  const queryClient = useQueryClient();
  const { data, isError } = useQuery(getSeriesStatus(projectIds));
  const known = useRef(data?.updated_at);
  useEffect(() => {
    if (!data) return;
    if (known.current !== undefined && known.current !== data.updated_at)
      void queryClient.invalidateQueries(OLD_BY_NEW_SERIES);
    known.current = data.updated_at;
  }, [data, queryClient]);
  if (isError) return <span className="small muted">État des séries inconnu</span>;
  if (!data) return null;
  if (data.status === 'failed')
    return (
      <span className={`small attention ${styles.status}`} role="status">
        <Icon name="warning" size={14} />
        Séries non enregistrées
      </span>
    );
  return (
    <span className={`small muted ${styles.status}`} role="status">
      <Icon name={data.status === 'synced' ? 'check' : 'clock'} size={14} />
      {data.status === 'synced' ? 'Séries à jour' : 'Séries en cours d’enregistrement'}
    </span>
  );
}
