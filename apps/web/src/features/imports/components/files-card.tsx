import {
  formatAmounts,
  formatDate,
  formatPercent,
  formatQuantity,
  formatWholeMoney,
  knownTotal,
  plural,
  spellText,
} from '@palier/domain';
import { french } from '../../../lib/french.ts';
import { Card } from '../../../ui/card.tsx';
import { Table, TableHead } from '../../../ui/table.tsx';
import { otherAmounts } from '../model/check.ts';
import { type ImportReport, kindLabels } from '../model/columns.ts';
import counts from './count.module.css';
import { Count } from './count.tsx';
import tables from './import-table.module.css';

/** The files of an import, what was kept of each, and all that Palier has with them. */
export function FilesCard({ report }: { report: ImportReport }) {
  return (
    <Card
      title="Fichiers lus"
      note={
        report.unchanged && report.status === 'completed'
          ? 'rien de nouveau : les données étaient déjà là'
          : undefined
      }
    >
      <div className={tables.scroll}>
        <Table className={tables.table}>
          <TableHead
            titles={[
              'Fichier',
              'Contenu',
              { figure: 'Lignes lues' },
              { figure: 'Gardées' },
              { figure: 'Refusées' },
              'Dates',
              { figure: 'Quantité' },
              { figure: 'Montant TTC' },
            ]}
          />
          <tbody>
            {report.files.map((file) => (
              <tr key={`${file.file}-${file.kind}`}>
                <td className={tables.fileNames}>{file.file}</td>
                <td>{kindLabels[file.kind]}</td>
                <td className="figure">{formatQuantity(file.rows_read)}</td>
                <td className="figure">{formatQuantity(file.rows_kept)}</td>
                <td className={file.rows_rejected > 0 ? 'figure negative' : 'figure'}>
                  {formatQuantity(file.rows_rejected)}
                </td>
                <td>{spellText(file.first_date, file.last_date)}</td>
                <td className="figure">{formatQuantity(file.total_quantity)}</td>
                <td className="figure">{formatAmounts(file, report.currency)}</td>
              </tr>
            ))}
            {report.ignored_files.map((file) => (
              <tr key={file.name}>
                <td className={tables.fileNames}>{file.name}</td>
                <td colSpan={7} className="muted">
                  Ignoré : {file.reason}
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
      {report.status === 'completed' && <Totals report={report} />}
    </Card>
  );
}

/** The settings that figures rest on: given once, they hold for the imports that follow. */
function settingsNote({ vat_rate, cost_share_of_price }: ImportReport): string {
  const choices = [
    vat_rate !== null && `TVA à ${formatPercent(vat_rate * 100, 1)}`,
    cost_share_of_price !== null &&
      `coûts manquants estimés à ${formatPercent(cost_share_of_price * 100, 0)} du prix TTC`,
  ].filter((part) => part !== false);
  return choices.length > 0 ? `Réglages retenus : ${choices.join(', ')}.` : '';
}

/** What the retailer's data are from this import on: to compare with her own tools. */
function Totals({ report }: { report: ImportReport }) {
  const { totals, totals_before: before, data_date, currency } = report;
  const total = (
    name: string,
    one: string,
    many: string,
    format: (value: number) => string = formatQuantity,
  ) => {
    const said = (value: number | null) => (value === null ? '-' : format(value));
    const value = knownTotal(totals, name);
    const now = said(value);
    // What is not known has no number: « variantes, non importées ».
    const label = value === null ? many : plural(value, one, many);
    const then = before && said(knownTotal(before, name));
    const change = then === null || then === now ? '' : `, ${then} avant`;
    return (
      <Count value={now} label={now === '-' ? `${label}, non importées` : `${label}${change}`} tone="" />
    );
  };
  return (
    <section className={counts.totals} aria-label="Toutes vos données après cet import">
      <p className="small muted">
        Toutes vos données après cet import{data_date && `, au ${formatDate(data_date)}`}.{' '}
        {french(settingsNote(report))}
      </p>
      <div className={counts.counts}>
        {total('item_group_count', 'produit', 'produits')}
        {total('item_count', 'variante', 'variantes')}
        {total('sale_quantity', 'pièce vendue', 'pièces vendues')}
        {total('sale_amount', 'de ventes TTC', 'de ventes TTC', (value) => formatWholeMoney(value, currency))}
        {otherAmounts(report).map(({ currency: other, before: then, after }) => (
          <Count
            key={other}
            value={formatWholeMoney(after, other)}
            label={`de ventes TTC en ${other}${then === after || !before ? '' : `, ${formatWholeMoney(then, other)} avant`}`}
            tone=""
          />
        ))}
        {total('stock_quantity', 'pièce en stock', 'pièces en stock')}
        {total('order_quantity', 'pièce en commande', 'pièces en commande')}
      </div>
      {report.readings.map((reading) => (
        <p className="small muted" key={reading}>
          {french(reading)}
        </p>
      ))}
    </section>
  );
}
