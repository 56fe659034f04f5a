import { formatAmounts, formatQuantity, spellText } from '@palier/domain';
import { countOf } from '../../../lib/french.ts';
import { Card } from '../../../ui/card.tsx';
import { Table, TableHead } from '../../../ui/table.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { CERTAINTIES, type Certainty, certaintyOf, type Question } from '../model/check.ts';
import { type ImportReport, kindLabels } from '../model/columns.ts';
import styles from './check-view.module.css';
import tables from './import-table.module.css';

/** The files as they were read: what each is taken for, and what is kept of it. */
export function CheckedFiles({ report, open }: { report: ImportReport; open: readonly Question[] }) {
  const asked = new Set(open.map(({ file }) => file));
  const files = new Set(report.files.map(({ file }) => file)).size;
  return (
    <Card title="Fichiers lus" note={`${countOf(files, 'fichier', 'fichiers')}, rien n’est encore écrit`}>
      <div className={tables.scroll}>
        <Table className={tables.table}>
          <TableHead
            titles={[
              'Fichier',
              'Reconnu comme',
              'Certitude',
              'Période',
              { figure: 'Lignes' },
              { figure: 'Gardées' },
              { figure: 'Refusées' },
              { figure: 'Quantité' },
              { figure: 'Montant TTC' },
            ]}
          />
          <tbody>
            {report.files.map((file) => (
              <tr
                key={`${file.file}-${file.kind}`}
                className={asked.has(file.file) ? styles.asked : undefined}
              >
                <td className={tables.fileNames} title={file.file}>
                  {file.file}
                </td>
                <td>
                  <Tag tone={certaintyOf(file.file, open) === 'open' ? 'attention' : 'neutral'}>
                    {kindLabels[file.kind]}
                  </Tag>
                </td>
                <td>
                  <CertaintyMark value={certaintyOf(file.file, open)} />
                </td>
                <td>{spellText(file.first_date, file.last_date)}</td>
                <td className="figure">{formatQuantity(file.rows_read)}</td>
                <td className="figure strong">{formatQuantity(file.rows_kept)}</td>
                <td className={file.rows_rejected > 0 ? 'figure negative' : 'figure'}>
                  {formatQuantity(file.rows_rejected)}
                </td>
                <td className="figure">{formatQuantity(file.total_quantity)}</td>
                <td className="figure">{formatAmounts(file, report.currency)}</td>
              </tr>
            ))}
            {report.ignored_files.map((file) => (
              <tr key={file.name}>
                <td className={tables.fileNames} title={file.name}>
                  {file.name}
                </td>
                <td colSpan={8} className="muted">
                  Ne sera pas importé : {file.reason}
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </Card>
  );
}

const BARS: Readonly<Record<Certainty, number>> = { open: 1, likely: 2, sure: 3 };

/** How sure a reading is: three bars and a word. */
function CertaintyMark({ value }: { value: Certainty }) {
  return (
    <span className={styles.certainty} data-certainty={value}>
      <span className={styles.bars} aria-hidden="true">
        {[1, 2, 3].map((bar) => (
          <i key={bar} data-on={bar <= BARS[value]} />
        ))}
      </span>
      {CERTAINTIES[value]}
    </span>
  );
}
