import type { Project, ProjectStats } from '@palier/contract';
import { useQuery } from '@tanstack/react-query';
import { getProjectGoals } from '../../../lib/calls/get-project-goals.ts';
import { getProjectSummary } from '../../../lib/calls/get-project-summary.ts';
import { french } from '../../../lib/french.ts';
import { Skeleton } from '../../../ui/marks.tsx';
import { Scale, ScaleLegend } from '../../../ui/scale.tsx';
import { readProjectReferences } from '../api/read-project-references.ts';
import { type KeyFigure, keyFigures } from '../model/key-figures.ts';

/** The worked phase's figures on the scale of their references. */
export function KeyFigures({ project, stats }: { project: Project; stats: ProjectStats }) {
  const summary = useQuery(getProjectSummary(project._id));
  const goals = useQuery(getProjectGoals(project._id));
  const references = useQuery(readProjectReferences(project._id));
  const figures = keyFigures({
    project,
    stats,
    total: summary.data?.summary ?? null,
    goals: goals.data,
    references: references.data ?? null,
  });
  return (
    <section className="card kps" aria-label="Chiffres clés de la démarque travaillée">
      {figures.map((figure) => (
        <FigureBox key={figure.label} figure={figure} loading={summary.isPending} />
      ))}
    </section>
  );
}

function FigureBox({ figure, loading }: { figure: KeyFigure; loading: boolean }) {
  const { label, text, title, value, note, tone, marks } = figure;
  const sentence = french(`${label} : ${text}${marks.map((mark) => `, ${mark.text}`).join('')}`);
  return (
    <div className="kp">
      <div className="row kp-head">
        <span className="mut">{label}</span>
        <span className="sp" />
        {note && <span className={`sm ${tone ?? 'mut'}`}>{note}</span>}
      </div>
      <div className="big" title={title}>
        {loading ? <Skeleton width={120} height={20} /> : text}
      </div>
      {value !== null &&
        marks.length > 0 &&
        [value, ...marks.map((mark) => mark.value)].some((one) => Math.abs(one) >= 0.5) && (
          <>
            <Scale value={value} marks={marks} label={sentence} />
            <ScaleLegend value={value} marks={marks} />
          </>
        )}
    </div>
  );
}
