import type { Project } from '@palier/contract';
import { formatCompactMoney, formatNumber, formatPercent, formatQuantity, MISSING } from '@palier/domain';
import type { ReactNode } from 'react';
import { discountName } from '../../../lib/discount-name.ts';
import { Card, cardClass } from '../../../ui/card.tsx';
import { depthColor } from '../../../ui/colors.ts';
import { PartsBar } from '../../../ui/marks.tsx';
import { Table } from '../../../ui/table.tsx';
import type { Optimization } from '../api/status.ts';
import { comparisonRows } from '../model/comparison.ts';
import { type Compared, mergeBuckets, type RunResult, runResult } from '../model/results.ts';
import styles from './comparison.module.css';
import tables from './comparison-table.module.css';
import { PlanChart } from './plan-chart.tsx';
import { RunLetter } from './run-list.tsx';

/** What each result would give, beside the present discounts. */
export function Comparison({
  runs,
  projects,
  children,
}: {
  runs: readonly Optimization[];
  projects: readonly Project[];
  /** What stands under the figures: the products that differ. */
  children?: ReactNode;
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
    <div className={styles.columns}>
      <div className={styles.column}>
        <ComparisonTable compared={compared} currencies={currencies} />
        {children}
      </div>
      <div className={styles.column}>
        <PlanChart compared={compared} projectIds={ids} currency={currencies.accounting} />
        <DistributionCard compared={compared} />
        <LimitsCard compared={compared} currency={currencies.accounting} />
      </div>
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
    <section className={cardClass(tables.scroll)} aria-label="Comparaison" tabIndex={0}>
      <Table className={tables.table}>
        <thead>
          <tr>
            <th scope="col">Jusqu’à la fin, {formatQuantity(count)} produits</th>
            <th scope="col" className="figure">
              Actuel
            </th>
            {compared.map(({ run }, index) => (
              <th key={run._id} scope="col" className="figure">
                <span className={styles.heading}>
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
              <td className="figure muted">{row.current}</td>
              {row.cells.map((cell, index) => (
                <td key={compared[index]?.run._id} className={cell.best ? `figure ${tables.best}` : 'figure'}>
                  <b>{cell.text}</b>
                  <span className="muted tiny">{cell.change}</span>
                  {cell.best && <span className="visually-hidden">, le meilleur</span>}
                </td>
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row">Écart à la borne</th>
            <td className="figure muted">-</td>
            {compared.map(({ run, result }) => (
              <td key={run._id} className="figure">
                <b>{gapText(result)}</b>
                <span className="muted tiny">{durationText(run)}</span>
              </td>
            ))}
          </tr>
        </tbody>
      </Table>
    </section>
  );
}

/** How far the plan is from the best that can be proved; a plan that breaks its rules has no such distance. */
function gapText({ gap, infeasibility }: RunResult): string {
  if (infeasibility) return 'impossible';
  return gap === null ? MISSING : formatPercent(gap * 100, 2);
}

/** How long the run took. */
function durationText({ started_at, finished_at }: Optimization): string {
  if (!started_at || !finished_at) return '';
  const seconds = (Date.parse(finished_at) - Date.parse(started_at)) / 1000;
  return `${formatNumber(seconds, seconds < 10 ? 1 : 0)}\u202fs`;
}

function DistributionCard({ compared }: { compared: readonly Compared[] }) {
  const levels = mergeBuckets(compared.map(({ result }) => result.distribution)).map(
    (bucket) => bucket.discount_pct ?? 0,
  );
  return (
    <Card title="Répartition des démarques" tools={<span className="small muted">nombre de produits</span>}>
      <div className={styles.bars}>
        {compared.map(({ run, result }, index) => (
          <div className="side-by-side" key={run._id}>
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
        <p className={`${styles.legend} small muted`}>
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

/** What binds each result, and what relaxing it would bring. */
function LimitsCard({ compared, currency }: { compared: readonly Compared[]; currency: string }) {
  const many = new Set(compared.flatMap(({ result }) => result.limits.map(({ project_id }) => project_id)))
    .size;
  const lines = compared.flatMap(({ run, result }, place) => [
    ...result.limits.map((limit) => ({
      key: `${run._id}-${limit.project_id}-${limit.label}`,
      place,
      label: limit.label,
      detail: limit.kind === 'distribution' ? limit.achieved : `${limit.achieved} pour ${limit.asked}`,
      worth: limit.worth,
      note: !limit.satisfied
        ? 'non tenu'
        : limit.cost > 0.5
          ? `coûte ${formatCompactMoney(limit.cost, currency)}`
          : 'sans effet',
      tone: limit.satisfied && limit.cost <= 0.5 ? 'muted' : 'attention',
    })),
    ...result.problems.map((problem) => ({
      key: `${run._id}-${problem}`,
      place,
      label: problem,
      detail: '',
      worth: null,
      note: '',
      tone: 'muted',
    })),
  ]);
  return (
    <Card title="Ce qui limite" note={many > 1 ? 'projet par projet' : undefined}>
      {lines.length === 0 ? (
        <p className={`${tables.padded} muted`}>Aucune contrainte ne retient ces résultats.</p>
      ) : (
        <ul className={styles.limits}>
          {lines.map((line) => (
            <li key={line.key}>
              <RunLetter place={line.place} />
              <span className="spacer">
                {line.label} {line.detail && <span className="muted small">{line.detail}</span>}
                {line.worth && <span className={`${styles.worth} small muted`}>{line.worth}</span>}
              </span>
              <b className={line.tone}>{line.note}</b>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
