import { formatQuantity } from '@palier/domain';
import type { ReactNode } from 'react';
import { countOf, french } from '../../../lib/french.ts';
import { paths } from '../../../lib/paths.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PartsBar } from '../../../ui/marks.tsx';
import { useRejectedRows } from '../api/imports.ts';
import type { ImportReport } from '../model/columns.ts';
import { rowCounts } from '../model/row-counts.ts';
import { Count } from './count.tsx';
import { FilesCard } from './files-card.tsx';
import { openCount, QualityList } from './quality-list.tsx';

/** What an import read, kept and refused, and why. */
export function ImportReportView({ importId, report }: { importId: string; report: ImportReport }) {
  return (
    <div className="tri">
      {report.note && (
        <p className="card im-pad wide att im-note" role="alert">
          <Icon name="warning" /> {french(report.note)}
        </p>
      )}
      <FilesCard report={report} />
      {report.status === 'completed' && <QualityCard importId={importId} report={report} />}
      {report.errors.length > 0 && (
        <RowProblems
          title="Lignes refusées"
          count={report.error_count}
          rows={report.errors}
          tools={<RejectedFiles importId={importId} files={report.error_files} />}
        />
      )}
      {report.warnings.length > 0 && (
        <RowProblems title="Lignes à vérifier" count={report.warning_count} rows={report.warnings} />
      )}
    </div>
  );
}

function QualityCard({ importId, report }: { importId: string; report: ImportReport }) {
  const { read, kept, warned, refused } = rowCounts(report);
  const parts = [
    {
      key: 'kept',
      label: 'gardées',
      value: Math.max(0, kept - warned),
      color: 'var(--green-500)',
    },
    { key: 'warned', label: 'à vérifier', value: warned, color: 'var(--amber-500)' },
    { key: 'rejected', label: 'refusées', value: refused, color: 'var(--red-500)' },
  ];
  return (
    <Card title="Contrôle qualité" note={openCount(report.quality)}>
      <div className="qs">
        <Count value={formatQuantity(read)} label="lignes lues" tone="" />
        <Count value={formatQuantity(kept)} label="gardées" tone="good" />
        <Count value={formatQuantity(warned)} label="à vérifier" tone={warned > 0 ? 'att' : ''} />
        <Count value={formatQuantity(refused)} label="refusées" tone={refused > 0 ? 'neg' : ''} />
      </div>
      <div className="im-bar">
        <PartsBar
          parts={parts}
          label={parts.map((part) => `${formatQuantity(part.value)} ${part.label}`).join(', ')}
        />
      </div>
      {report.error_files.length > 0 && (
        <div className="q-ref">
          <p className="sm mut">
            Les lignes refusées n’ont pas été importées. Téléchargez-les, corrigez-les, puis renvoyez le
            fichier avec ses deux dernières colonnes (ligne et erreur) : les lignes corrigées s’ajoutent à
            celles déjà gardées.
          </p>
          <RejectedFiles importId={importId} files={report.error_files} />
        </div>
      )}
      <QualityList importId={importId} quality={report.quality} currency={report.currency} />
      <div className="im-next">
        <LinkButton tone="dark" to={paths.operations()}>
          Voir les opérations
        </LinkButton>
        <span className="mut sm">Les chiffres des projets sont recalculés avec ces données.</span>
      </div>
    </Card>
  );
}

/** One download for each file that has refused rows, under its own headings. */
function RejectedFiles({ importId, files }: { importId: string; files: ImportReport['error_files'] }) {
  const rejected = useRejectedRows();
  return (
    <div className="q-files">
      {files.map((file, index) => (
        <Button
          key={file.name}
          small
          icon="download"
          disabled={rejected.isPending}
          title={file.name}
          onClick={() => rejected.mutate({ importId, file: index })}
        >
          {countOf(file.row_count, 'ligne refusée', 'lignes refusées')}
          {files.length > 1 && ` · ${file.name.replace(/-[a-z]+-lignes-refusees\.csv$/, '')}`}
        </Button>
      ))}
    </div>
  );
}

const shown = 50;

type RowProblemsProps = { title: string; count: number; rows: ImportReport['errors']; tools?: ReactNode };

function RowProblems({ title, count, rows, tools }: RowProblemsProps) {
  return (
    <Card
      title={title}
      tools={tools}
      note={
        count > shown
          ? `les ${shown} premières sur ${formatQuantity(count)}`
          : countOf(count, 'ligne', 'lignes')
      }
      className="wide"
    >
      <div className="im-scroll">
        <table className="t im-list">
          <thead>
            <tr>
              <th scope="col">Fichier</th>
              <th scope="col" className="n">
                Ligne
              </th>
              <th scope="col">Colonne</th>
              <th scope="col">Valeur</th>
              <th scope="col">Raison</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shown).map((row) => (
              <tr key={`${row.file}-${row.line}-${row.column}-${row.reason}`}>
                <td className="im-files">{row.file}</td>
                <td className="n">{formatQuantity(row.line)}</td>
                <td>{row.column || '-'}</td>
                <td>{row.value ?? '-'}</td>
                <td>{row.reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
