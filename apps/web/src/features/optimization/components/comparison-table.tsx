import type { PlanComparison, Project } from '@palier/contract';
import { formatNumber, formatPercent, type Horizon, MISSING } from '@palier/domain';
import { countOf } from '../../../lib/french.ts';
import { cardClass } from '../../../ui/card.tsx';
import { Table } from '../../../ui/table.tsx';
import { type Currencies, comparisonRows } from '../model/comparison.ts';
import { comparisonDays, endText } from '../model/days.ts';
import { isProvedBest } from '../model/floor.ts';
import type { Compared, RunResult } from '../model/results.ts';
import { sinceText } from '../model/since.ts';
import styles from './comparison.module.css';
import tables from './comparison-table.module.css';
import { RunLetter } from './run-letter.tsx';

export interface ComparisonTableProps {
  comparison: PlanComparison;
  compared: readonly Compared[];
  projects: readonly Project[];
  horizon: Horizon;
  currencies: Currencies;
}

/** Every figure of every plan on the same lines and days, each run with its change against the plan in force. */
export function ComparisonTable(props: ComparisonTableProps) {
  const { comparison, compared, projects, horizon, currencies } = props;
  const impossible = compared.flatMap(({ run, result }) => (result.infeasibility ? [run._id] : []));
  const rows = comparisonRows(comparison, { horizon, currencies, until: endText(projects), impossible });
  const count = countOf(comparison.discount_count, 'produit', 'produits');
  return (
    // Scrolled by the arrows when the results are wider than the screen.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must take the focus
    <section className={cardClass(tables.scroll)} aria-label="Comparaison" tabIndex={0}>
      <Table className={tables.table}>
        <thead>
          <tr>
            <th scope="col">{`${comparisonDays(projects, horizon)}, ${count}`}</th>
            <th scope="col" className="figure">
              Ne rien faire
            </th>
            <th scope="col" className="figure">
              N−1
            </th>
            <th scope="col" className={`figure ${tables.current}`}>
              Actuel
              <span className="muted tiny">{sinceText(comparison.current_since)}</span>
            </th>
            {compared.map(({ run }, index) => (
              <th key={run._id} scope="col" className="figure">
                <span className={styles.heading}>
                  <RunLetter letter={run.letter} />
                  {run.name}
                </span>
                <Narrowed
                  own={comparison.runs[index]?.discount_count ?? 0}
                  shared={comparison.discount_count}
                />
              </th>
            ))}
            <th scope="col" className={`figure ${tables.possible}`}>
              Meilleur possible
              <span className="tiny">chaque chiffre seul</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.label}>
              <th scope="row">
                {row.label}
                {row.note && <span className="muted tiny">{row.note}</span>}
              </th>
              <td className="figure muted">{row.nothing}</td>
              <td className="figure muted" title={row.noPast ?? undefined}>
                {row.lastYear}
              </td>
              <td className={`figure ${tables.current}`}>
                <b>{row.current}</b>
              </td>
              {row.cells.map((cell, index) => (
                <td key={compared[index]?.run._id} className={cell.best ? `figure ${tables.best}` : 'figure'}>
                  <b>{cell.text}</b>
                  <span className="muted tiny">{cell.change}</span>
                  {cell.best && <span className="visually-hidden">, le meilleur</span>}
                </td>
              ))}
              <td className={`figure ${tables.possible}`}>{row.best ?? MISSING}</td>
            </tr>
          ))}
          <RunRow label="Écart au mieux possible" compared={compared} text={gapText} note={durationText} />
          <RunRow label="Contraintes tenues" compared={compared} text={heldText} note={heldNames} />
        </tbody>
      </Table>
    </section>
  );
}

/** A run that covers more lines than those compared says how many of its own. */
function Narrowed({ own, shared }: { own: number; shared: number }) {
  if (own <= shared) return null;
  return (
    <span className="muted tiny">{`${countOf(shared, 'produit', 'produits')} en commun, sur ${own}`}</span>
  );
}

interface RunRowProps {
  label: string;
  compared: readonly Compared[];
  text: (compared: Compared) => string;
  note: (compared: Compared) => string;
}

/** Something that only runs have. */
function RunRow({ label, compared, text, note }: RunRowProps) {
  return (
    <tr>
      <th scope="row">{label}</th>
      <td />
      <td />
      <td className={tables.current} />
      {compared.map((one) => (
        <td key={one.run._id} className="figure">
          <b>{text(one)}</b>
          <span className="muted tiny">{note(one)}</span>
        </td>
      ))}
      <td />
    </tr>
  );
}

/** How far the plan is from the best that can be proved; a plan that breaks its rules has no such distance. */
function gapText({ result: { gap, infeasibility } }: Compared): string {
  if (infeasibility) return 'impossible';
  if (gap === null) return MISSING;
  return isProvedBest(gap) ? 'au mieux' : `à ${formatPercent(gap * 100, 2)}`;
}

/** How long the run took. */
function durationText({ run: { started_at, finished_at } }: Compared): string {
  if (!started_at || !finished_at) return '';
  const seconds = (Date.parse(finished_at) - Date.parse(started_at)) / 1000;
  return `${formatNumber(seconds, seconds < 10 ? 1 : 0)}\u202fs`;
}

function heldText({ result: { limits } }: Compared): string {
  const held = limits.filter(({ satisfied }) => satisfied).length;
  return limits.length === 0 ? 'aucune' : `${held} sur ${limits.length}`;
}

const NAMES: Record<RunResult['limits'][number]['kind'], string> = {
  distribution: 'répartition',
  budget: 'budget',
  sell_through: 'écoulement',
  min_profit: 'marge',
  min_merit: 'marge après invendus',
};

const heldNames = ({ result: { limits } }: Compared): string =>
  [...new Set(limits.map(({ kind }) => NAMES[kind]))].join(', ');
