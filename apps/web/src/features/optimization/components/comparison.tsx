import type { Project } from '@palier/contract';
import { formatPercent, formatQuantity } from '@palier/domain';
import { discountName } from '../../../lib/discount-name.ts';
import { Card } from '../../../ui/card.tsx';
import { depthColor } from '../../../ui/colors.ts';
import { PartsBar } from '../../../ui/marks.tsx';
import type { Optimization } from '../api/status.ts';
import { comparisonRows } from '../model/comparison.ts';
import { type Compared, mergeBuckets, runResult } from '../model/results.ts';
import { PlanChart } from './plan-chart.tsx';
import { RunLetter } from './run-list.tsx';

/** What each result would give, beside the present discounts. */
export function Comparison({
  runs,
  projects,
}: {
  runs: readonly Optimization[];
  projects: readonly Project[];
}) {
  const ids = projects.map((project) => project._id);
  const compared = runs.flatMap((run): Compared[] => {
    const result = runResult(run, ids);
    return result ? [{ run, result }] : [];
  });
  const currencies = {
    catalog: projects[0]?.catalog_currency ?? 'EUR',
    accounting: projects[0]?.accounting_currency ?? 'EUR',
  };
  return (
    <div className="op-grid">
      <ComparisonTable compared={compared} currencies={currencies} />
      <PlanChart compared={compared} currency={currencies.accounting} />
      <DistributionCard compared={compared} />
      <LimitsCard compared={compared} />
    </div>
  );
}

function ComparisonTable({
  compared,
  currencies,
}: {
  compared: readonly Compared[];
  currencies: { catalog: string; accounting: string };
}) {
  const rows = comparisonRows(
    compared.map(({ result }) => result),
    currencies,
  );
  const count = compared[0]?.result.discount_count ?? 0;
  return (
    // Scrolled by the arrows when the results are wider than the screen.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must take the focus
    <section className="card op-scroll" aria-label="Comparaison" tabIndex={0}>
      <table className="t op-compare">
        <thead>
          <tr>
            <th scope="col">Toutes démarques, {formatQuantity(count)} produits</th>
            <th scope="col" className="n">
              Actuel
            </th>
            {compared.map(({ run }, index) => (
              <th key={run._id} scope="col" className="n">
                <span className="op-col">
                  <RunLetter place={index} />
                  {run.name}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.label}>
              <th scope="row">{row.label}</th>
              <td className="n mut">{row.current}</td>
              {row.cells.map((cell, index) => (
                <td key={compared[index]?.run._id} className={cell.best ? 'n best' : 'n'}>
                  <b>{cell.text}</b>
                  <span className="mut xs">{cell.change}</span>
                  {cell.best && <span className="visually-hidden">, le meilleur</span>}
                </td>
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row">Écart à la borne</th>
            <td className="n mut">-</td>
            {compared.map(({ run, result }) => (
              <td key={run._id} className="n">
                <b>{result.gap === null ? '-' : formatPercent(result.gap * 100, 2)}</b>
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </section>
  );
}

function DistributionCard({ compared }: { compared: readonly Compared[] }) {
  const levels = mergeBuckets(compared.map(({ result }) => result.distribution)).map(
    (bucket) => bucket.discount_pct ?? 0,
  );
  return (
    <Card title="Répartition des démarques" tools={<span className="sm mut">nombre de produits</span>}>
      <div className="op-bars">
        {compared.map(({ run, result }, index) => (
          <div className="row" key={run._id}>
            <RunLetter place={index} />
            <PartsBar
              height={20}
              label={result.distribution
                .map(
                  (bucket) =>
                    `${discountName(bucket.discount_pct ?? 0)} ${formatQuantity(bucket.discount_count)}`,
                )
                .join(', ')}
              parts={result.distribution.map((bucket) => ({
                key: String(bucket.discount_pct),
                value: bucket.discount_count,
                label: `${discountName(bucket.discount_pct ?? 0)} · ${formatQuantity(bucket.discount_count)}`,
                color: depthColor(levels.indexOf(bucket.discount_pct ?? 0), levels.length),
              }))}
            />
          </div>
        ))}
        <p className="op-legend sm mut">
          {levels.map((level, index) => (
            <span key={level}>
              <i style={{ background: depthColor(index, levels.length) }} />
              {discountName(level)}
            </span>
          ))}
        </p>
      </div>
    </Card>
  );
}

const amount = new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 2 });

/** What binds each result, and what relaxing it would bring. */
function LimitsCard({ compared }: { compared: readonly Compared[] }) {
  const lines = compared.flatMap(({ run, result }, place) => [
    ...result.shadowPrices.map(({ label, value, unit }) => ({
      key: `${run._id}-${label}`,
      place,
      label,
      note: Math.abs(value) < 0.005 ? 'sans effet' : `${amount.format(value)}\u202f${unit}`,
      tone: Math.abs(value) < 0.005 ? 'mut' : 'att',
    })),
    ...result.problems.map((problem) => ({
      key: `${run._id}-${problem}`,
      place,
      label: problem,
      note: 'non tenu',
      tone: 'att',
    })),
  ]);
  return (
    <Card title="Ce qui limite">
      {lines.length === 0 ? (
        <p className="op-pad mut">Aucune contrainte ne retient ces résultats.</p>
      ) : (
        <ul className="op-limits">
          {lines.map((line) => (
            <li key={line.key}>
              <RunLetter place={line.place} />
              <span className="sp">{line.label}</span>
              <b className={line.tone}>{line.note}</b>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
