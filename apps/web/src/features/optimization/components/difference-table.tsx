import type { PlanDifferences } from '@palier/contract';
import { formatCompactMoney, formatPercent, formatQuantity, MISSING } from '@palier/domain';
import { useState } from 'react';
import { countOf } from '../../../lib/french.ts';
import { Table } from '../../../ui/table.tsx';
import { changeBetween } from '../model/choices.ts';
import { sendingChange } from '../model/comparison.ts';
import tables from './comparison-table.module.css';
import type { DifferenceProps } from './difference-props.ts';
import styles from './differences.module.css';
import { RunLetter } from './run-letter.tsx';

type Line = PlanDifferences['data'][number];
type Shared = DifferenceProps;

/** Each product with its discount and what it brings under each plan, then the sums of all the compared products. */
export function DifferenceTable({ lines, ...shared }: Shared & { lines: readonly Line[] }) {
  const { runs } = shared;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must take the focus
    <section className={tables.scroll} aria-label="Produits" tabIndex={0}>
      <Table className={styles.table}>
        <thead>
          <tr>
            <th scope="col" colSpan={2}>
              Produit
            </th>
            <th scope="col" className="figure">
              Stock
            </th>
            <th scope="col" className="figure">
              Actuel
            </th>
            {runs.map((run) => (
              <th key={run._id} scope="col">
                <RunLetter letter={run.letter} />
                <span className="visually-hidden">{run.name}</span>
              </th>
            ))}
            <th scope="col" className="figure">
              Choix <span className={`${styles.title} muted tiny`}>face à l’actuel</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <DifferenceRow key={line._id} line={line} {...shared} />
          ))}
        </tbody>
        <SumRow {...shared} />
      </Table>
    </section>
  );
}

function DifferenceRow({ line, runs, base, choices, onChoose, currency }: Shared & { line: Line }) {
  const name = line.title ?? line.item_group_id;
  const chosen = choices[line._id]?.runId ?? base;
  const planOf = (id: string) => line.plans[runs.findIndex((run) => run._id === id)] ?? null;
  const choose = (runId: string) => {
    const { [line._id]: _former, ...others } = choices;
    const [from, to] = [planOf(base), planOf(runId)];
    onChoose(
      runId === base || !to
        ? others
        : { ...others, [line._id]: { runId, change: changeBetween(from ?? line.current, to) } },
    );
  };
  return (
    <tr>
      <td className={styles.pictured}>
        <LinePicture url={line.image_url} title={name} />
      </td>
      <th scope="row">
        <span className={styles.title}>{name}</span>
        <span className="muted tiny">{line.item_group_id}</span>
      </th>
      <td className="figure">{formatQuantity(line.stock_qty)}</td>
      <td className="figure">
        <span className={styles.title}>{formatPercent(line.current.discount_pct, 0)}</span>
        <span className="muted tiny">
          {formatCompactMoney(line.current.profit_after_leftovers, currency)}
        </span>
      </td>
      {runs.map((run, place) => {
        const plan = line.plans[place];
        if (!plan) return <td key={run._id}>{MISSING}</td>;
        const words = `${name} : ${formatPercent(plan.discount_pct, 0)}, ${formatCompactMoney(plan.profit_after_leftovers, currency)}, comme ${run.letter}`;
        return (
          <td key={run._id}>
            <button
              type="button"
              className={styles.choice}
              aria-label={words}
              aria-pressed={!line.kept_user && chosen === run._id}
              disabled={line.kept_user}
              onClick={() => choose(run._id)}
            >
              <b>{formatPercent(plan.discount_pct, 0)}</b>
              <span className="muted small">{formatCompactMoney(plan.profit_after_leftovers, currency)}</span>
            </button>
          </td>
        );
      })}
      <td className="figure computed strong">{gainText(line, planOf(chosen), currency)}</td>
    </tr>
  );
}

/** A product's picture; its first letter where there is none. */
function LinePicture({ url, title }: { url: string | null; title: string }) {
  const [missing, setMissing] = useState<string | null>(null);
  if (!url || missing === url) {
    return (
      <span className={styles.picture} aria-hidden="true">
        {title.slice(0, 1).toLocaleUpperCase('fr-FR')}
      </span>
    );
  }
  return (
    <img
      className={styles.picture}
      data-part="picture"
      src={url}
      alt=""
      loading="lazy"
      onError={() => setMissing(url)}
    />
  );
}

/** What the chosen discount brings more than the one in force; a discount chosen by hand stays. */
function gainText(line: Line, plan: Line['current'] | null, currency: string): string {
  if (line.kept_user) return 'gardée à la main';
  if (!plan || plan.profit_after_leftovers === null || line.current.profit_after_leftovers === null)
    return MISSING;
  return formatCompactMoney(
    plan.profit_after_leftovers - line.current.profit_after_leftovers,
    currency,
    true,
  );
}

/** All the compared products, those on which the plans agree among them. */
function SumRow({ comparison, runs, base, choices, horizon, currency }: Shared) {
  const sent = comparison.runs.find(({ _id }) => _id === base);
  const change = sendingChange(
    comparison,
    base,
    horizon,
    Object.values(choices).map((choice) => choice.change),
  );
  const cell = (
    figures: { sales_discount_pct: number | null; profit_after_leftovers: number | null } | undefined,
  ) => (
    <>
      <b className={styles.title}>{formatPercent(figures?.sales_discount_pct ?? null, 1)}</b>
      <span className="muted tiny">
        {formatCompactMoney(figures?.profit_after_leftovers ?? null, currency)}
      </span>
    </>
  );
  return (
    <tfoot>
      <tr className={styles.totals}>
        <td />
        <th scope="row">
          <b className={styles.title}>{countOf(comparison.discount_count, 'produit', 'produits')}</b>
          <span className="muted tiny">
            {sent && sendingText(sent.sent_count, comparison.kept_user_count)}
          </span>
        </th>
        <td className="figure strong">{formatQuantity(comparison.sum_stock_qty)}</td>
        <td className="figure">{cell(comparison.current[horizon])}</td>
        {runs.map((run, place) => (
          <td key={run._id} className={styles.summed}>
            {cell(comparison.runs[place]?.plan[horizon])}
          </td>
        ))}
        <td className="figure computed strong">
          {formatCompactMoney(change?.profit_after_leftovers ?? null, currency, true)}
        </td>
      </tr>
    </tfoot>
  );
}

/** « 506 envoyées, 10 gardées à la main »: what sending does to the compared products. */
export function sendingText(sent: number, kept: number): string {
  const words = countOf(sent, 'envoyée', 'envoyées');
  return kept > 0 ? `${words}, ${countOf(kept, 'gardée', 'gardées')} à la main` : words;
}
