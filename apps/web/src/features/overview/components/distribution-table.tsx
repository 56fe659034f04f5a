import { formatPercent, formatQuantity } from '@palier/domain';
import { discountName } from '../../../lib/discount-name.ts';
import { french } from '../../../lib/french.ts';
import { depthColor } from '../../../ui/colors.ts';
import type { DistributionLine } from '../model/distribution.ts';

export type DistributionTableProps = {
  lines: readonly DistributionLine[];
  targetSet: boolean;
  /** Products in all. */
  total: number;
  onMove: (discount: number, value: number) => void;
};

/** One line per discount: products, stock, objective, and the slider that simulates. */
export function DistributionTable({ lines, targetSet, total, onMove }: DistributionTableProps) {
  const most = Math.max(10, ...lines.flatMap((line) => [line.countShare, line.stockShare, line.target ?? 0]));
  const sum = (pick: (line: DistributionLine) => number) => lines.reduce((all, line) => all + pick(line), 0);
  return (
    <table className="t dist">
      <thead>
        <tr>
          <th scope="col">Démarque</th>
          <th scope="col" className="n">
            Produits
          </th>
          <th scope="col" className="n">
            % produits
          </th>
          <th scope="col" className="n">
            % stock
          </th>
          <th scope="col">{targetSet ? 'Maintenant et objectif' : 'Maintenant'}</th>
          <th scope="col" className="n">
            Objectif
          </th>
          <th scope="col">Simuler</th>
          <th scope="col" className="n">
            Simulé
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          <Line
            key={line.discount}
            line={line}
            most={most}
            color={depthColor(index, lines.length)}
            onMove={onMove}
          />
        ))}
        <tr className="sum">
          <th scope="row">Total</th>
          <td className="n">{formatQuantity(total)}</td>
          <td className="n">
            {formatPercent(
              sum((line) => line.countShare),
              0,
            )}
          </td>
          <td className="n">
            {formatPercent(
              sum((line) => line.stockShare),
              0,
            )}
          </td>
          <td className="xs mut">
            barre produits · trait stock{targetSet && <span className="att"> · objectif</span>}
          </td>
          <td className="n">
            {targetSet
              ? formatPercent(
                  sum((line) => line.target ?? 0),
                  0,
                )
              : '-'}
          </td>
          <td />
          <td className="n">
            {formatPercent(
              sum((line) => line.simulated),
              0,
            )}
          </td>
        </tr>
      </tbody>
    </table>
  );
}

function Line({
  line,
  most,
  color,
  onMove,
}: {
  line: DistributionLine;
  most: number;
  color: string;
  onMove: (discount: number, value: number) => void;
}) {
  const { discount, countShare, stockShare, target, simulated } = line;
  const name = discountName(discount);
  const width = (share: number) => `${(100 * share) / most}%`;
  const reference = target ?? Math.round(countShare);
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className="n">{formatQuantity(line.discount_count)}</td>
      <td className="n">{formatPercent(countShare)}</td>
      <td className="n">{formatPercent(stockShare)}</td>
      <td>
        <span
          className="db"
          role="img"
          aria-label={french(
            `${formatPercent(countShare)} des produits, ${formatPercent(stockShare)} du stock`,
          )}
        >
          <i style={{ width: width(countShare), background: color }} />
          <i className="st" style={{ width: width(stockShare) }} />
          {target !== null && <u style={{ left: width(target) }} />}
        </span>
      </td>
      <td className="n">{target === null ? '-' : formatPercent(target, 0)}</td>
      <td>
        <span className="sl">
          <input
            type="range"
            min={0}
            max={100}
            step={1}
            value={simulated}
            aria-label={`Part simulée, ${name}`}
            aria-valuetext={formatPercent(simulated, 0)}
            onChange={(event) => onMove(discount, Number(event.target.value))}
          />
          {target !== null && <u style={{ left: `calc(7px + (100% - 14px) * ${target / 100})` }} />}
        </span>
      </td>
      <td className="n">
        <b className={simulated === reference ? '' : 'comp'}>{formatPercent(simulated, 0)}</b>
      </td>
    </tr>
  );
}
