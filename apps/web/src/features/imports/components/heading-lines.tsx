import { countOf } from '../../../lib/french.ts';
import { Button } from '../../../ui/button.tsx';
import { Table } from '../../../ui/table.tsx';
import { Tag } from '../../../ui/tag.tsx';
import type { Inspection } from '../model/columns.ts';
import styles from './heading-lines.module.css';
import tables from './import-table.module.css';

export interface HeadingLinesProps {
  file: Inspection;
  /** null: the headings cannot be chosen here. */
  onChoose: ((line: number) => void) | null;
}

/** The first lines of a file as they stand: which has its headings, and the means to choose another. */
export function HeadingLines({ file, onChoose }: HeadingLinesProps) {
  const { name, head, heading_row, questions, kinds } = file;
  const isOpen = kinds.length === 0 || questions.some(({ code }) => code === 'heading_row');
  const width = Math.max(0, ...head.map(({ cells }) => cells.length));
  return (
    <details className={styles.lines} open={isOpen}>
      <summary>
        {countOf(head.length, 'première ligne', 'premières lignes')} du fichier, titres en ligne {heading_row}
      </summary>
      <div className={tables.scroll}>
        <Table className={styles.table} aria-label={`Premières lignes de ${name}`}>
          <tbody>
            {head.map(({ line, cells }) => (
              <tr
                key={line}
                aria-current={line === heading_row ? 'true' : undefined}
                className={line < heading_row ? styles.above : undefined}
              >
                <th scope="row">{line}</th>
                <td className={styles.choose}>
                  {line === heading_row ? (
                    <Tag tone="good">titres</Tag>
                  ) : (
                    onChoose && (
                      <Button
                        small
                        tone="quiet"
                        title={`La ligne ${line} porte les titres des colonnes`}
                        onClick={() => onChoose(line)}
                      >
                        Titres ici
                      </Button>
                    )
                  )}
                </td>
                {Array.from({ length: width }, (_, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells of a file have no identity but their place
                  <td key={at} title={cells[at]}>
                    {cells[at]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </details>
  );
}
