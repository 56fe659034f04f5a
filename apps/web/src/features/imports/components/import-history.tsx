import type { Import } from '@palier/contract';
import { formatQuantity } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { errorMessage } from '../../../lib/api/errors.ts';
import { french } from '../../../lib/french.ts';
import { paths } from '../../../lib/paths.ts';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { Table, TableHead } from '../../../ui/table.tsx';
import { Tag, type TagTone } from '../../../ui/tag.tsx';
import { listImports } from '../api/imports.ts';
import { rowCounts } from '../model/row-counts.ts';
import styles from './import-table.module.css';

const states: Record<Import['status'], { label: string; tone: TagTone }> = {
  requested: { label: 'En attente', tone: 'computed' },
  running: { label: 'En cours', tone: 'computed' },
  completed: { label: 'Terminé', tone: 'good' },
  cancelled: { label: 'Arrêté', tone: 'neutral' },
  failed: { label: 'Échoué', tone: 'negative' },
};

const moment = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'short', timeStyle: 'short' });

interface State {
  label: string;
  tone: TagTone;
  /** What the word means for who sees it. */
  title?: string;
}

/** What became of a check that has ended; null for an import that was done. */
function checkedState({ check, stale, report }: Pick<Import, 'check' | 'stale' | 'report'>): State | null {
  if (check === 'discarded') return { label: 'Abandonné', tone: 'neutral' };
  if (check !== 'staged') return null;
  if (report?.status === 'refused')
    return { label: 'Refusé', tone: 'negative', title: 'Aucune ligne n’a pu être gardée.' };
  if (stale === 'expired')
    return {
      label: 'Expiré',
      tone: 'neutral',
      title: 'Ses fichiers ne sont gardés qu’un jour : déposez-les à nouveau.',
    };
  if (stale === 'superseded')
    return {
      label: 'Dépassé',
      tone: 'neutral',
      title: 'Les données ont changé depuis : il serait refait avant d’être importé.',
    };
  return { label: 'À décider', tone: 'attention' };
}

/** State of an import as a word. */
export function ImportState({ item }: { item: Pick<Import, 'status' | 'check' | 'stale' | 'report'> }) {
  const checked = item.status === 'completed' ? checkedState(item) : null;
  const { tone, label, title }: State = checked ?? states[item.status];
  return (
    <Tag tone={tone} title={title && french(title)}>
      {label}
    </Tag>
  );
}

/** The imports done so far. */
export function ImportHistory() {
  const { data, isError, error, refetch } = useQuery(listImports());
  if (isError) {
    return (
      <ErrorState title="Les imports passés n’ont pas pu être chargés" onRetry={() => void refetch()}>
        {errorMessage(error)}
      </ErrorState>
    );
  }
  return (
    <Card title="Imports passés">
      {data?.length === 0 && <p className={`${styles.padded} muted`}>Aucun import pour l’instant.</p>}
      {data && data.length > 0 && (
        <div className={styles.scroll}>
          <Table className={styles.table}>
            <TableHead
              titles={[
                'Date',
                'Fichiers',
                'État',
                { figure: 'Lignes gardées' },
                { figure: 'Lignes refusées' },
              ]}
            />
            <tbody>
              {data.map((item) => (
                <tr key={item._id}>
                  <td>
                    <Link className="link" to={paths.import(item._id)}>
                      {moment.format(new Date(item.created_at))}
                    </Link>
                  </td>
                  <td className={styles.fileNames} title={item.files.map((file) => file.name).join(', ')}>
                    {item.files.map((file) => file.name).join(', ')}
                  </td>
                  <td>
                    <ImportState item={item} />
                  </td>
                  <td className="figure">{formatQuantity(item.report && rowCounts(item.report).kept)}</td>
                  <td className="figure">{formatQuantity(item.report && rowCounts(item.report).refused)}</td>
                </tr>
              ))}
            </tbody>
          </Table>
        </div>
      )}
    </Card>
  );
}
