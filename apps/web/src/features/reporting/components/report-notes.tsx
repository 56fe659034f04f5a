import { formatDateRange } from '@palier/domain';
import { countOf, french } from '../../../lib/french.ts';
import { Icon } from '../../../ui/icon.tsx';
import { leftOutSentences } from '../model/left-out.ts';
import type { Report } from '../model/rows.ts';
import { type ChosenSeries, type Serie, serieTitle } from '../model/series.ts';
import styles from './reporting.module.css';

/** Until the plan in force is recorded, a report and the overview differ. */
const OLDER_FIGURES =
  'ces chiffres sont d’avant les derniers changements, que Palier enregistre ; ils se mettront à jour d’eux-mêmes';

type ReportSerie = Report['series'][number];

interface ReportNotesProps {
  report: Report;
  chosen: ChosenSeries;
  /** Those whose figures are from before the last changes. */
  older: readonly Serie[];
}

/** What the figures are of: which days of each serie, how many lines, and what is not in them. */
export function ReportNotes({ report: answer, chosen, older }: ReportNotesProps) {
  // The answer names series alike of several seasons; the chips tell them apart.
  const series = answer.series.map((serie, index) => {
    const own = chosen.series[index];
    return own ? { ...serie, label: serieTitle(own) } : serie;
  });
  const report = { ...answer, series };
  const problems = [
    ...older.map((serie) => `${serieTitle(serie)} : ${OLDER_FIGURES}`),
    ...problemsOf(report, chosen.missing),
  ];
  return (
    <div className={styles.notes} role="note" aria-label="Ce que comptent ces chiffres">
      <p className="small muted">{french(report.series.map(spanText).join(' · '))}</p>
      {problems.map((problem) => (
        <p key={problem} className={`small attention ${styles.problem}`}>
          <Icon name="warning" size={14} />
          {french(problem)}
        </p>
      ))}
    </div>
  );
}

/** « Plan : 24 juin → 21 juil. 2026, 412 produits »: a range inside one year says its year. */
function spanText({ label, span, line_count }: ReportSerie): string {
  if (!span) return `${label} : cette série n’a pas de ventes sur ces jours`;
  const { from_date, to_date } = span;
  const year = from_date.slice(0, 4) === to_date.slice(0, 4) ? ` ${to_date.slice(0, 4)}` : '';
  return `${label} : ${formatDateRange(from_date, to_date)}${year}, ${countOf(line_count, 'produit')}`;
}

function problemsOf({ series, comparable, left_out_projects: projects }: Report, missing: number): string[] {
  return [
    ...(missing > 0
      ? [
          `${countOf(missing, 'série de cette adresse n’existe plus', 'séries de cette adresse n’existent plus')}`,
        ]
      : []),
    ...(!comparable && series.length > 1
      ? [
          'Ces séries n’ont aucun jour de démarque en commun : chacune est comptée sur ses propres jours, sans écart',
        ]
      : []),
    ...leftOutSentences(projects, series),
    ...series.flatMap(({ label, left_out_line_count: left, unknown_line_count: unknown }) => [
      ...(left > 0
        ? [
            `${label} : ${countOf(left, 'produit laissé de côté, absent', 'produits laissés de côté, absents')} d’une autre série`,
          ]
        : []),
      ...(unknown > 0
        ? [
            `${label} : ${countOf(unknown, 'produit', 'produits')} sans prix, sans coût ou sans taux, hors des montants`,
          ]
        : []),
    ]),
  ];
}
