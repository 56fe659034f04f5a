import { formatQuantity } from '@palier/domain';
import type { ReactNode } from 'react';
import { countOf, french } from '../../../lib/french.ts';
import { useOrganizationLack } from '../../../lib/session/use-refusal.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, cardClass } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PartsBar } from '../../../ui/marks.tsx';
import { RowFaults } from '../../../ui/row-faults.tsx';
import { useRejectedRows } from '../api/imports.ts';
import type { ImportReport } from '../model/columns.ts';
import { rowCounts } from '../model/row-counts.ts';
import counts from './count.module.css';
import { Count } from './count.tsx';
import { FilesCard } from './files-card.tsx';
import styles from './import-report.module.css';
import tables from './import-table.module.css';
import { NextStepCard } from './next-step-card.tsx';
import { openCount, QualityList } from './quality-list.tsx';

/** What an import read, kept and refused, and why. */
export function ImportReportView({ importId, report }: { importId: string; report: ImportReport }) {
  return (
    <div className={styles.report}>
      {report.note && (
        <p className={cardClass(tables.padded, styles.wide, 'attention', styles.notice)} role="alert">
          <Icon name="warning" /> {french(report.note)}
        </p>
      )}
      {report.status === 'completed' && <NextStepCard importId={importId} report={report} />}
      <FilesCard report={report} />
      {report.status === 'completed' && <QualityCard importId={importId} report={report} />}
      {report.errors.length > 0 && <RefusedCard importId={importId} report={report} />}
      {report.warnings.length > 0 && (
        <RowProblems title="Lignes à vérifier" count={report.warning_count} rows={report.warnings} />
      )}
    </div>
  );
}

/** The rows that were refused and why, with their files to mend. */
export function RefusedCard({ importId, report }: { importId: string; report: ImportReport }) {
  return (
    <RowProblems
      title="Lignes refusées"
      count={report.error_count}
      unit={['anomalie', 'anomalies']}
      rows={report.errors}
      tools={<RejectedFiles importId={importId} files={report.error_files} />}
    />
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
      <div className={counts.counts}>
        <Count value={formatQuantity(read)} label="lignes lues" tone="" />
        <Count value={formatQuantity(kept)} label="gardées" tone="good" />
        <Count value={formatQuantity(warned)} label="à vérifier" tone={warned > 0 ? 'attention' : ''} />
        <Count value={formatQuantity(refused)} label="refusées" tone={refused > 0 ? 'negative' : ''} />
      </div>
      <div className={styles.shares}>
        <PartsBar
          parts={parts}
          label={parts.map((part) => `${formatQuantity(part.value)} ${part.label}`).join(', ')}
        />
      </div>
      {report.error_files.length > 0 && (
        <div className={styles.refusal}>
          <p className="small muted">
            Les lignes refusées n’ont pas été importées. Téléchargez-les, corrigez-les, puis renvoyez le
            fichier avec ses deux dernières colonnes (ligne et erreur) : les lignes corrigées s’ajoutent à
            celles déjà gardées.
          </p>
          <RejectedFiles importId={importId} files={report.error_files} />
        </div>
      )}
      <QualityList importId={importId} quality={report.quality} currency={report.currency} />
    </Card>
  );
}

/** One download for each file that has refused rows, under its own headings. */
function RejectedFiles({ importId, files }: { importId: string; files: ImportReport['error_files'] }) {
  const rejected = useRejectedRows();
  const lack = useOrganizationLack('canImport');
  return (
    <div className={styles.refusedFiles}>
      {files.map((file, index) => (
        <Button
          key={file.name}
          small
          icon="download"
          disabled={rejected.isPending || lack !== null}
          title={lack ?? file.name}
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

interface RowProblemsProps {
  title: string;
  count: number;
  /** What is counted: a row may have several. */
  unit?: [one: string, many: string];
  rows: ImportReport['errors'];
  tools?: ReactNode;
}

export function RowProblems({ title, count, unit = ['ligne', 'lignes'], rows, tools }: RowProblemsProps) {
  return (
    <Card
      title={title}
      tools={tools}
      note={
        count > shown
          ? `les ${shown} premières ${unit[1]} sur ${formatQuantity(count)}`
          : countOf(count, ...unit)
      }
      className={styles.wide}
    >
      <div className={tables.scroll}>
        <RowFaults rows={rows.slice(0, shown)} className={tables.table} fileClass={tables.fileNames} />
      </div>
    </Card>
  );
}
