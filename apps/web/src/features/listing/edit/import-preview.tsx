import type { RouteOutput } from '@palier/contract';
import { formatQuantity } from '@palier/domain';
import type { ReactNode } from 'react';
import { countOf, french } from '../../../lib/french.ts';
import { RowFaults } from '../../../ui/row-faults.tsx';
import { Table, TableHead } from '../../../ui/table.tsx';
import { EffectTable } from './effect-table.tsx';
import styles from './import-preview.module.css';

export type DiscountImportReport = RouteOutput<'projects.import_discounts'>;

const COLUMNS: Record<DiscountImportReport['samples'][number]['column'], string> = {
  discount: 'Démarque choisie',
  included: 'Inclus',
  goal: 'Objectif',
};

/** The changes, row by row: what stands and what would. */
function Changes({ samples, discount_count }: DiscountImportReport): ReactNode {
  const shown = new Set(samples.map(({ item_group_id }) => item_group_id)).size;
  return (
    <section>
      <div className={styles.rows}>
        <Table aria-label="Changements">
          <TableHead titles={[{ figure: 'Ligne' }, 'Produit', 'Colonne', 'Aujourd’hui', 'Après l’import']} />
          <tbody>
            {samples.map(({ file, line, item_group_id, column, from, to }) => (
              <tr key={`${file} ${line} ${column}`}>
                <td className="figure">{formatQuantity(line)}</td>
                <td>{item_group_id}</td>
                <td>{COLUMNS[column]}</td>
                <td>{from.replace(' %', '\u202f%')}</td>
                <td>{to.replace(' %', '\u202f%')}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
      {shown < discount_count ? (
        <p className="muted small">{`Les ${formatQuantity(shown)} premiers produits sont montrés.`}</p>
      ) : null}
    </section>
  );
}

/** The rows of the files that would be left out, each with its reason and what it keeps. */
function RefusedRows({ report, several }: { report: DiscountImportReport; several: boolean }): ReactNode {
  const { errors, error_count } = report;
  if (error_count === 0) return null;
  return (
    <section>
      <h3>{countOf(error_count, 'ligne ne sera pas prise', 'lignes ne seront pas prises')}</h3>
      <div className={styles.rows}>
        <RowFaults rows={errors.map(withKept)} file={several} />
      </div>
      {error_count > errors.length ? (
        <p className="muted small">{`Les ${formatQuantity(errors.length)} premières sont montrées.`}</p>
      ) : null}
    </section>
  );
}

function withKept({ kept, ...row }: DiscountImportReport['errors'][number]) {
  return kept === null ? row : { ...row, reason: french(`${row.reason} ; reste : ${kept}`) };
}

/** What else was read otherwise than written, or not read. */
function readingNotes(report: DiscountImportReport): string[] {
  const quoted = (headings: readonly string[]): string => headings.map((one) => `« ${one} »`).join(', ');
  const { given_back_count: back, group_row_count: groups, found_code_count: codes } = report;
  const others = report.other_computed_count;
  return [
    back > 0 &&
      `${countOf(back, 'démarque choisie redevient automatique', 'démarques choisies redeviennent automatiques')}.`,
    codes > 0 &&
      `${countOf(codes, 'code retrouvé sans ses zéros', 'codes retrouvés sans leurs zéros')} de tête, qu’un tableur enlève.`,
    groups > 0 &&
      `${countOf(groups, 'ligne de groupe n’est pas lue', 'lignes de groupe ne sont pas lues')} : seuls les produits le sont.`,
    others > 0 &&
      `${countOf(others, 'ligne porte', 'lignes portent')} dans « Démarque (%) », que le listing calcule, un autre taux que le projet aujourd’hui : il n’est pas lu, écrivez dans « Démarque choisie (%) ».`,
    report.unknown_headings.length > 0 &&
      `Titres inconnus, non lus : ${quoted(report.unknown_headings)}. Vérifiez qu’aucun n’est une démarque mal nommée.`,
    report.computed_headings.length > 0 &&
      `${countOf(report.computed_headings.length, 'colonne que le listing calcule n’est pas relue', 'colonnes que le listing calcule ne sont pas relues')}.`,
  ].filter((note) => note !== false);
}

/** What an import of discounts would do, before anything is written. */
export function ImportPreview({
  report,
  several,
  ...money
}: {
  report: DiscountImportReport;
  several: boolean;
  /** « jusqu’au 21 juil. » */
  days: string;
  catalog: string;
  accounting: string;
}): ReactNode {
  const { discount_count: count, unchanged_count: same } = report;
  return (
    <>
      <p>
        <b>{countOf(count, 'produit changera', 'produits changeront')}</b>
        {same > 0 ? `, ${countOf(same, 'produit a', 'produits ont')} déjà ces valeurs` : ''}
      </p>
      {readingNotes(report).map((note) => (
        <p key={note} className="small">
          {french(note)}
        </p>
      ))}
      {count > 0 ? <EffectTable effect={report} {...money} /> : null}
      {count > 0 ? <Changes {...report} /> : null}
      <RefusedRows report={report} several={several} />
    </>
  );
}
