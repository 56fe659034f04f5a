import { type DistributionBasis, formatPercent, formatQuantity } from '@palier/domain';
import { discountName } from '../../../lib/discount-name.ts';
import type { DistributionLine } from '../../../lib/distribution.ts';
import { french } from '../../../lib/french.ts';
import { DistributionTable as PlainTable } from '../../../ui/distribution-table.tsx';
import styles from './distribution-table.module.css';

export interface DistributionTableProps {
  lines: readonly DistributionLine[];
  targetSet: boolean;
  /** Products in all. */
  total: number;
  /** What the shares of the objective are shares of. */
  basis: DistributionBasis;
  /** Why nothing may be simulated; null when it may. */
  refusal: string | null;
  onMove: (discount: number, value: number) => void;
}

/** One line per discount: products, stock, objective, and the slider that simulates. */
export function DistributionTable(props: DistributionTableProps) {
  const { lines, targetSet, total } = props;
  const most = Math.max(
    10,
    ...lines.flatMap((line) => [line.countShare, line.stockShare ?? 0, line.target ?? 0]),
  );
  return (
    <PlainTable
      className={styles.distribution}
      lines={lines.map((line) => ({ ...line, name: discountName(line.discount) }))}
      most={most}
      barsLabel={targetSet ? 'Maintenant et objectif' : 'Maintenant'}
      bar={(line, color, widest) => <Bar line={line} color={color} most={widest} />}
      extraHeads={
        <>
          <th scope="col" className="figure">
            Objectif
          </th>
          <th scope="col">Simuler</th>
          <th scope="col" className="figure">
            Simulé
          </th>
        </>
      }
      extraCells={(line) => <Simulation {...props} line={line} name={line.name} />}
      footer={<Totals lines={lines} targetSet={targetSet} total={total} />}
    />
  );
}

function Totals({ lines, targetSet, total }: Pick<DistributionTableProps, 'lines' | 'targetSet' | 'total'>) {
  const sum = (pick: (line: DistributionLine) => number) =>
    formatPercent(
      lines.reduce((all, line) => all + pick(line), 0),
      0,
    );
  return (
    <tr className={styles.total}>
      <th scope="row">Total</th>
      <td className="figure">{formatQuantity(total)}</td>
      <td className="figure">{sum((line) => line.countShare)}</td>
      <td className="figure">
        {lines.some((line) => line.stockShare === null) ? '-' : sum((line) => line.stockShare ?? 0)}
      </td>
      <td className="tiny muted">
        barre produits · trait stock{targetSet && <span className="attention"> · objectif</span>}
      </td>
      <td className="figure">{targetSet ? sum((line) => line.target ?? 0) : '-'}</td>
      <td />
      <td className="figure">{sum((line) => line.simulated)}</td>
    </tr>
  );
}

/** Products as a bar, stock as a line on it, the objective as a mark. */
function Bar({ line, color, most }: { line: DistributionLine; color: string; most: number }) {
  const { countShare, stockShare, target } = line;
  const width = (share: number) => `${(100 * share) / most}%`;
  return (
    <span
      className={styles.bars}
      role="img"
      aria-label={french(
        `${formatPercent(countShare)} des produits, ${stockShare === null ? 'stock inconnu' : `${formatPercent(stockShare)} du stock`}`,
      )}
    >
      <i style={{ width: width(countShare), background: color }} />
      {stockShare !== null && <i className={styles.stock} style={{ width: width(stockShare) }} />}
      {target !== null && <u style={{ left: width(target) }} />}
    </span>
  );
}

function Simulation({
  line,
  name,
  basis,
  refusal,
  onMove,
}: Pick<DistributionTableProps, 'basis' | 'refusal' | 'onMove'> & { line: DistributionLine; name: string }) {
  const { discount, countShare, stockShare, target, simulated } = line;
  const reference = target ?? Math.round((basis === 'sum_stock_qty' ? stockShare : countShare) ?? 0);
  return (
    <>
      <td className="figure">{target === null ? '-' : formatPercent(target, 0)}</td>
      <td>
        <span className={styles.slider}>
          <input
            type="range"
            min={0}
            max={100}
            step={1}
            value={simulated}
            disabled={refusal !== null}
            title={refusal ?? undefined}
            aria-label={`Part simulée, ${name}`}
            aria-valuetext={formatPercent(simulated, 0)}
            onChange={(event) => onMove(discount, Number(event.target.value))}
          />
          {target !== null && <u style={{ left: `calc(7px + (100% - 14px) * ${target / 100})` }} />}
        </span>
      </td>
      <td className="figure">
        <b className={simulated === reference ? '' : 'computed'}>{formatPercent(simulated, 0)}</b>
      </td>
    </>
  );
}
