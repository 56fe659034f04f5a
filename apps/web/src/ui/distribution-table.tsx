import { formatAlignedPercent, formatQuantity } from '@palier/domain';
import type { ReactNode } from 'react';
import { depthColor } from './colors.ts';
import styles from './distribution-table.module.css';
import { Table } from './table.tsx';

/** Products and stock at one discount, shares in percent. */
export interface DistributionLine {
  discount: number;
  name: string;
  discount_count: number;
  countShare: number;
  /** null: unknown. */
  stockShare: number | null;
}

export interface DistributionTableProps<Line extends DistributionLine> {
  lines: readonly Line[];
  /** Heading of the bars. */
  barsLabel: ReactNode;
  /** The bar of a line, in the colour of its depth; products' share alone unless said. */
  bar?: (line: Line, color: string, most: number) => ReactNode;
  /** Largest share that a bar shows, in percent. */
  most?: number;
  /** Columns after the bars. */
  extraHeads?: ReactNode;
  extraCells?: (line: Line) => ReactNode;
  footer?: ReactNode;
  className?: string;
}

function plainBar(line: DistributionLine, color: string, most: number): ReactNode {
  return (
    <span className={styles.plainBar}>
      <i style={{ width: `${(100 * line.countShare) / most}%`, background: color }} />
    </span>
  );
}

/** One line per discount: products, their share, the stock's share, and a bar. */
export function DistributionTable<Line extends DistributionLine>(props: DistributionTableProps<Line>) {
  const { lines, bar = plainBar, extraCells, className } = props;
  const most = props.most ?? Math.max(1, ...lines.map((line) => line.countShare));
  return (
    <Table className={className}>
      <thead>
        <tr>
          <th scope="col">Démarque</th>
          <th scope="col" className="figure">
            Produits
          </th>
          <th scope="col" className="figure">
            % produits
          </th>
          <th scope="col" className="figure">
            % stock
          </th>
          <th scope="col">{props.barsLabel}</th>
          {props.extraHeads}
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          <tr key={line.discount}>
            <th scope="row">{line.name}</th>
            <td className="figure">{formatQuantity(line.discount_count)}</td>
            <td className="figure">{formatAlignedPercent(line.countShare)}</td>
            <td className="figure">{formatAlignedPercent(line.stockShare)}</td>
            <td>{bar(line, depthColor(index, lines.length), most)}</td>
            {extraCells?.(line)}
          </tr>
        ))}
        {props.footer}
      </tbody>
    </Table>
  );
}
