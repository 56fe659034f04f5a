import type { Project } from '@palier/contract';
import { hasWorkingPhase } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { getProjectSummary } from '../../../lib/calls/get-project-summary.ts';
import { readProjectReferences } from '../../../lib/calls/read-project-references.ts';
import { french } from '../../../lib/french.ts';
import { horizonOptions } from '../../../lib/horizon-text.ts';
import { useCosts } from '../../../lib/session/use-costs.ts';
import { lossOfStanding } from '../../../lib/standing-loss.ts';
import { useHorizon } from '../../../lib/use-horizon.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { cardClass } from '../../../ui/card.tsx';
import { Skeleton } from '../../../ui/marks.tsx';
import { Scale, ScaleLegend } from '../../../ui/scale.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { type KeyFigure, keyFigures } from '../model/key-figures.ts';
import styles from './key-figures.module.css';

/** The figures of the chosen days on the scale of their references. */
export function KeyFigures({ project }: { project: Project }) {
  const [horizon, chooseHorizon] = useHorizon();
  const summary = useQuery(getProjectSummary(project._id));
  // What is over, or closed, is read against no other plan.
  const references = useQuery({ ...readProjectReferences(project._id), enabled: hasWorkingPhase(project) });
  const figures = keyFigures({
    costs: useCosts(),
    project,
    total: summary.data?.summary ?? null,
    horizon,
    references: references.data?.whole ?? null,
    last_year: references.data?.last_year ?? null,
    mean_residual_value: references.data?.mean_residual_value ?? null,
  });
  const lost = lossOfStanding(
    {
      merit: summary.data?.summary?.forecast?.profit_after_leftovers ?? null,
      nothing: references.data?.whole?.end.nothing.profit_after_leftovers ?? null,
    },
    project.accounting_currency,
  );
  return (
    <section className={styles.block} aria-label="Chiffres clés">
      <Segmented
        small
        label="Jours des prévisions"
        value={horizon}
        options={horizonOptions(project)}
        onChange={chooseHorizon}
      />
      <div className={cardClass(styles.figures)}>
        {figures.map((figure) => (
          <FigureBox key={figure.label} figure={figure} loading={summary.isPending} />
        ))}
      </div>
      {lost && <AlertBox>{french(`Marge après invendus : ${lost}`)}</AlertBox>}
    </section>
  );
}

function FigureBox({ figure, loading }: { figure: KeyFigure; loading: boolean }) {
  const { label, text, title, value, days, note, tone, marks, noPast } = figure;
  const sentence = french(`${label} : ${text}${marks.map((mark) => `, ${mark.text}`).join('')}`);
  return (
    <div className={styles.figure}>
      <div className={`side-by-side ${styles.head}`}>
        <span className="muted unbroken">{label}</span>
        <span className="spacer" />
        <span className="small muted unbroken">{days}</span>
      </div>
      <div className={`side-by-side ${styles.line}`}>
        <span className={styles.value} title={title}>
          {loading ? <Skeleton width={120} height={20} /> : text}
        </span>
        {note && <span className={`small ${tone ?? 'muted'}`}>{note}</span>}
      </div>
      {value !== null &&
        marks.length > 0 &&
        [value, ...marks.map((mark) => mark.value)].some((one) => Math.abs(one) >= 0.5) && (
          <>
            <Scale value={value} marks={marks} label={sentence} />
            <ScaleLegend marks={marks} unknown={noPast ? { label: 'N−1', why: noPast } : null} />
          </>
        )}
    </div>
  );
}
