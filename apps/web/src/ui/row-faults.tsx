import { formatQuantity } from '@palier/domain';
import { Table, TableHead } from './table.tsx';

/** A row of a file that is refused or in doubt, and why. */
interface RowFault {
  file: string;
  line: number;
  column: string;
  value: string | null;
  reason: string;
}

interface RowFaultsProps {
  rows: readonly RowFault[];
  /** Left out where there is one file only. */
  file?: boolean;
  className?: string | undefined;
  fileClass?: string | undefined;
}

/** Rows of files with what is wrong in each. */
export function RowFaults({ rows, file = true, className, fileClass }: RowFaultsProps) {
  return (
    <Table className={className}>
      <TableHead
        titles={[...(file ? ['Fichier'] : []), { figure: 'Ligne' }, 'Colonne', 'Valeur', 'Raison']}
      />
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.file}-${row.line}-${row.column}-${row.reason}`}>
            {file ? <td className={fileClass}>{row.file}</td> : null}
            <td className="figure">{formatQuantity(row.line)}</td>
            <td>{row.column || '-'}</td>
            <td>{row.value ?? '-'}</td>
            <td>{row.reason}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
