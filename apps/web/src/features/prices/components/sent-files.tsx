import type { PriceFile } from '@palier/contract';
import { formatNumber } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { activityTime } from '../../../lib/activity-time.ts';
import { errorMessage } from '../../../lib/api/errors.ts';
import { countOf, french } from '../../../lib/french.ts';
import { changedPricesText } from '../../../lib/prices/changed-prices.ts';
import { downloadPriceFile, downloadPriceProof, openProofPage } from '../../../lib/prices/make-price-file.ts';
import { countPriceChanges } from '../../../lib/prices/price-files.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { Table, TableHead } from '../../../ui/table.tsx';
import { Tag } from '../../../ui/tag.tsx';
import styles from './prices.module.css';

/** Files shown before the others are asked for. */
const FIRST = 4;

interface SentFilesProps {
  projectId: string;
  files: readonly PriceFile[] | undefined;
  error: unknown;
  onRetry: () => void;
  /** Why a file may not be made; null when it may. */
  refusal: string | null;
  busy: boolean;
  /** Makes the file of what has changed since one. */
  onDifference: (file: PriceFile) => void;
}

/** The files that were made, each downloaded again as it was sent; the last of each phase says what has changed. */
export function SentFiles({ projectId, files, error, onRetry, ...acts }: SentFilesProps): ReactNode {
  const [all, setAll] = useState(false);
  if (error)
    return (
      <ErrorState title="Les fichiers envoyés n’ont pas pu être chargés" onRetry={onRetry}>
        {errorMessage(error)}
      </ErrorState>
    );
  if (!files) return null;
  const shown = all ? files : files.slice(0, FIRST);
  const isLast = (file: PriceFile): boolean =>
    files.find((one) => one.project_phase === file.project_phase && one.template_id === file.template_id) ===
    file;
  return (
    <Card
      title="Fichiers déjà envoyés"
      note={files.length > 0 ? `${formatNumber(files.length)}, retéléchargeables à l’identique` : undefined}
    >
      {files.length === 0 ? (
        <p className={`${styles.more} muted`}>
          {french('Aucun fichier encore : chaque téléchargement est gardé ici, octet pour octet.')}
        </p>
      ) : (
        <div className={styles.scroll}>
          <Table>
            <TableHead
              titles={[
                'Fichier',
                'Fait',
                'Par',
                { figure: 'Lignes' },
                'Empreinte',
                'Depuis',
                { hidden: 'Actes' },
              ]}
            />
            <tbody>
              {shown.map((file) => (
                <FileRow key={file._id} {...{ projectId, file }} {...acts} isLast={isLast(file)} />
              ))}
            </tbody>
          </Table>
        </div>
      )}
      {!all && files.length > FIRST && (
        <p className={styles.more}>
          <Button small onClick={() => setAll(true)}>
            {`Voir les ${countOf(files.length - FIRST, 'autre', 'autres')}`}
          </Button>
        </p>
      )}
    </Card>
  );
}

interface FileRowProps extends Pick<SentFilesProps, 'projectId' | 'refusal' | 'busy' | 'onDifference'> {
  file: PriceFile;
  isLast: boolean;
}

function FileRow({ projectId, file, isLast, refusal, busy, onDifference }: FileRowProps): ReactNode {
  const changes = useQuery({ ...countPriceChanges(projectId, file._id), enabled: isLast });
  const [now] = useState(() => new Date());
  const count = changes.data?.price_count ?? 0;
  const { fingerprint } = file;
  return (
    <tr>
      <td className={styles.file}>
        <b>{file.name}</b>
      </td>
      <td>{activityTime(new Date(file.created_at), now)}</td>
      <td>{file.user_name}</td>
      <td className="figure">{formatNumber(file.row_count)}</td>
      <td
        title={`SHA-256\u202f: ${fingerprint}`}
      >{`${fingerprint.slice(0, 4)} ${fingerprint.slice(4, 8)}`}</td>
      <td>
        {count > 0 && changes.data ? (
          <Tag tone="attention">{changedPricesText(changes.data)}</Tag>
        ) : (
          <span className="muted">{isLast ? 'aucun prix n’a changé' : 'suivi d’un autre fichier'}</span>
        )}
      </td>
      <td className="figure">
        {count > 0 && (
          <Button
            small
            disabled={busy || refusal !== null}
            title={refusal ?? french('Fait et garde le fichier des seuls prix qui ont changé')}
            onClick={() => onDifference(file)}
          >
            Différence
          </Button>
        )}{' '}
        {file.proof && (
          <IconButton
            small
            icon="shield"
            label={`Dossier de preuve de ${file.name}`}
            onClick={() => void downloadPriceProof(projectId, file)}
          />
        )}{' '}
        {file.proof?.page && (
          <IconButton
            small
            icon="print"
            label={`Page à imprimer du dossier de ${file.name}`}
            onClick={() => void openProofPage(projectId, file)}
          />
        )}{' '}
        <IconButton
          small
          icon="download"
          label={`Télécharger de nouveau ${file.name}`}
          onClick={() => void downloadPriceFile(projectId, file)}
        />
      </td>
    </tr>
  );
}
