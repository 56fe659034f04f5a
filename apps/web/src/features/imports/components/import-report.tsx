import { formatDateRange, formatQuantity } from '@palier/domain';
import { countOf, french } from '../../../lib/french.ts';
import { paths } from '../../../lib/paths.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PartsBar } from '../../../ui/marks.tsx';
import { useRejectedRows } from '../api/imports.ts';
import { type ImportReport, kindLabels } from '../model/columns.ts';
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
      <QualityCard importId={importId} report={report} />
      {report.errors.length > 0 && (
        <RowProblems title="Lignes refusées" count={report.error_count} rows={report.errors} />
      )}
      {report.warnings.length > 0 && (
        <RowProblems title="Lignes à vérifier" count={report.warning_count} rows={report.warnings} />
      )}
    </div>
  );
}

function FilesCard({ report }: { report: ImportReport }) {
  return (
    <Card
      title="Fichiers lus"
      note={report.unchanged ? 'rien de nouveau : les données étaient déjà là' : undefined}
    >
      <div className="im-scroll">
        <table className="t im-list">
          <thead>
            <tr>
              <th scope="col">Fichier</th>
              <th scope="col">Contenu</th>
              <th scope="col" className="n">
                Lignes lues
              </th>
              <th scope="col" className="n">
                Gardées
              </th>
              <th scope="col" className="n">
                Refusées
              </th>
              <th scope="col">Dates</th>
              <th scope="col" className="n">
                Quantité
              </th>
            </tr>
          </thead>
          <tbody>
            {report.files.map((file) => (
              <tr key={`${file.file}-${file.kind}`}>
                <td className="im-files">{file.file}</td>
                <td>{kindLabels[file.kind]}</td>
                <td className="n">{formatQuantity(file.rows_read)}</td>
                <td className="n">{formatQuantity(file.rows_kept)}</td>
                <td className={file.rows_rejected > 0 ? 'n neg' : 'n'}>
                  {formatQuantity(file.rows_rejected)}
                </td>
                <td>{formatDateRange(file.first_date, file.last_date)}</td>
                <td className="n">{formatQuantity(file.total_quantity)}</td>
              </tr>
            ))}
            {report.ignored_files.map((file) => (
              <tr key={file.name} className="off">
                <td className="im-files">{file.name}</td>
                <td colSpan={6} className="mut">
                  Ignoré : {file.reason}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

function QualityCard({ importId, report }: { importId: string; report: ImportReport }) {
  const rejected = useRejectedRows();
  const read = report.files.reduce((sum, file) => sum + file.rows_read, 0);
  const kept = report.files.reduce((sum, file) => sum + file.rows_kept, 0);
  const parts = [
    {
      key: 'kept',
      label: 'gardées',
      value: Math.max(0, kept - report.warning_count),
      color: 'var(--green-500)',
    },
    { key: 'warned', label: 'à vérifier', value: report.warning_count, color: 'var(--amber-500)' },
    { key: 'rejected', label: 'refusées', value: report.error_count, color: 'var(--red-500)' },
  ];
  return (
    <Card
      title="Contrôle qualité"
      note={openCount(report.quality)}
      tools={
        report.error_count > 0 && (
          <Button
            small
            icon="download"
            disabled={rejected.isPending}
            onClick={() => rejected.mutate(importId)}
          >
            Lignes refusées
          </Button>
        )
      }
    >
      <div className="qs">
        <Count value={read} label="lignes lues" tone="" />
        <Count value={kept} label="gardées" tone="good" />
        <Count value={report.warning_count} label="à vérifier" tone={report.warning_count > 0 ? 'att' : ''} />
        <Count value={report.error_count} label="refusées" tone={report.error_count > 0 ? 'neg' : ''} />
      </div>
      <div className="im-bar">
        <PartsBar
          parts={parts}
          label={parts.map((part) => `${formatQuantity(part.value)} ${part.label}`).join(', ')}
        />
      </div>
      <QualityList importId={importId} quality={report.quality} />
      <div className="im-next">
        <LinkButton tone="dark" to={paths.operations()}>
          Voir les opérations
        </LinkButton>
        <span className="mut sm">Les chiffres des projets sont recalculés avec ces données.</span>
      </div>
    </Card>
  );
}

function Count({ value, label, tone }: { value: number; label: string; tone: string }) {
  return (
    <div>
      <b className={tone}>{formatQuantity(value)}</b>
      <span>{label}</span>
    </div>
  );
}

const shown = 50;

function RowProblems({ title, count, rows }: { title: string; count: number; rows: ImportReport['errors'] }) {
  return (
    <Card
      title={title}
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
