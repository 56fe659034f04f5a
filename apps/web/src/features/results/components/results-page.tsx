import type { Project, Results } from '@palier/contract';
import { formatDateRange, formatText, isOver, lackOf, phaseLastDay } from '@palier/domain';
import { useMutation, useQueries } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api } from '../../../lib/api/client.ts';
import { errorMessage } from '../../../lib/api/errors.ts';
import { getResults } from '../../../lib/calls/get-results.ts';
import { downloadFile } from '../../../lib/download.ts';
import { countOf, french } from '../../../lib/french.ts';
import { isComputing } from '../../../lib/is-computing.ts';
import { usePermission } from '../../../lib/session/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Skeleton } from '../../../ui/marks.tsx';
import { Page } from '../../../ui/page.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import {
  addComparisons,
  addLeft,
  addSeason,
  type ComparisonRow,
  groupRows,
  phaseRows,
  plannedNote,
} from '../model/sum-results.ts';
import { ComparisonTable } from './comparison-table.tsx';
import { DecisionsCard } from './decisions-card.tsx';
import { GapCard } from './gap-card.tsx';
import { LessonsCard } from './lessons-card.tsx';
import { AccelerationCard, ObjectiveCard } from './measured-cards.tsx';
import { type ChosenReference, ReferenceField, useReference } from './reference-field.tsx';
import { ResultFigures } from './result-figures.tsx';
import styles from './results.module.css';

const SLICES = [
  { value: 'phase', label: 'Par démarque', heading: 'Démarque' },
  { value: 'section', label: 'Par section', heading: 'Section' },
  { value: 'family', label: 'Par famille', heading: 'Famille' },
  { value: 'subfamily', label: 'Par sous-famille', heading: 'Sous-famille' },
  { value: 'brand', label: 'Par marque', heading: 'Marque' },
] as const;
type Slice = (typeof SLICES)[number]['value'];

interface ResultsPageProps {
  name: string;
  projects: readonly Project[];
}

/** What was planned and what was earned, over the phases that are past. */
export function ResultsPage({ name, projects }: ResultsPageProps) {
  const isAllowed = usePermission('canSeeCosts');
  return (
    <Page stacked className={styles.page}>
      <title>{`Bilan de ${name} · Palier`}</title>
      {isAllowed ? (
        <OpenResults name={name} projects={projects} />
      ) : (
        <EmptyState icon="lock" title="Le bilan montre des marges">
          {french(lackOf('canSeeCosts'))}
        </EmptyState>
      )}
    </Page>
  );
}

function OpenResults({ name, projects }: ResultsPageProps) {
  const [slice, setSlice] = useState<Slice>('phase');
  const by = slice === 'phase' ? null : slice;
  const queries = useQueries({
    queries: projects.map(({ _id }) => ({
      ...getResults(_id, by),
      placeholderData: (before?: Results) => before,
    })),
  });
  const failed = queries.find(({ isError }) => isError);
  const results = queries.flatMap(({ data }) => data ?? []);
  const [project] = projects;
  const reference = useReference(projects, by, results);
  const currencies = new Set(projects.flatMap((one) => [one.catalog_currency, one.accounting_currency]));
  if (failed)
    return (
      <ErrorState title="Bilan non chargé" onRetry={() => void failed.refetch()}>
        {errorMessage(failed.error)}
      </ErrorState>
    );
  if (results.length < queries.length || !project) return <Skeleton width="60%" height={160} />;
  if (currencies.size > 2 || (projects.length > 1 && currencies.size > 1))
    return (
      <EmptyState icon="activity" title="Projets de plusieurs devises">
        {french('Des montants de devises différentes ne s’ajoutent pas : ouvrez le bilan de chaque projet.')}
      </EmptyState>
    );
  if (results.every(({ phases }) => phases.length === 0))
    return <NothingPast computing={projects.some(isComputing)} />;
  return <ReadResults {...{ name, projects, project, results, slice, setSlice, reference }} />;
}

/** No phase is past by the figures there are; those that follow an import are on their way. */
function NothingPast({ computing }: { computing: boolean }) {
  if (computing)
    return (
      <EmptyState icon="activity" title="Les chiffres se calculent">
        {french('Des données viennent d’arriver : le bilan s’ouvre ici dès que leurs chiffres sont prêts.')}
      </EmptyState>
    );
  return (
    <EmptyState icon="calendar" title="Aucune démarque passée">
      {french('Le bilan d’une démarque se lit dès que les ventes de son dernier jour sont importées.')}
    </EmptyState>
  );
}

interface ReadProps extends ResultsPageProps {
  project: Project;
  results: readonly Results[];
  slice: Slice;
  setSlice: (slice: Slice) => void;
  reference: ChosenReference;
}

function ReadResults({ name, projects, project, results, slice, setSlice, reference }: ReadProps) {
  const total = addComparisons(results.map((one) => one.total));
  const left = addLeft(results);
  const merit = left?.profit_after_leftovers ?? null;
  const { catalog_currency: catalog, accounting_currency: accounting } = project;
  const whole: ComparisonRow = { ...total, key: 'total', label: 'Opération', note: null, rebuilt: false };
  const rows =
    slice === 'phase'
      ? phaseRows(results, ({ from_date, to_date }) => french(formatDateRange(from_date, to_date)))
      : groupRows(results, (key) => formatText(key));
  const [only] = results;
  return (
    <>
      <ResultsHead name={name} projects={projects} lines={total.line_count}>
        <ReferenceField {...reference} />
      </ResultsHead>
      <ResultFigures
        {...{ total, merit, currencies: { catalog, accounting }, reference: reference.shown }}
        left={left?.qty ?? null}
        season={addSeason(projects)}
        over={results.every((one) => one.over)}
      />
      <Card
        title={french(`Prévu, réel, ${reference.shown.name}`)}
        note={french(plannedNote(total, results))}
        tools={
          <Segmented small label="Lignes du bilan" value={slice} options={[...SLICES]} onChange={setSlice} />
        }
      >
        <ComparisonTable
          rows={rows}
          total={whole}
          heading={SLICES.find(({ value }) => value === slice)?.heading ?? ''}
          currencies={{ catalog, accounting }}
          reference={reference.shown}
        />
      </Card>
      <div className={styles.columns}>
        <GapCard total={total} merit={merit} currency={accounting} />
        {results.length === 1 && only && only.objective.length > 0 && (
          <ObjectiveCard objective={only.objective} />
        )}
        {results.length === 1 && only && only.acceleration.length > 0 && <AccelerationCard results={only} />}
      </div>
      <div className={styles.learnt}>
        <DecisionsCard results={results} currency={accounting} />
        <LessonsCard projects={projects} />
      </div>
    </>
  );
}

interface ResultsHeadProps extends ResultsPageProps {
  /** Products that the figures below are of. */
  lines: number;
  children: ReactNode;
}

/** What the post-mortem is of, and what to do with it. */
export function ResultsHead({ name, projects, lines, children }: ResultsHeadProps) {
  const [only] = projects;
  const first = projects.map(({ phases }) => phases[0]?.start_date ?? '').sort()[0];
  const last = projects
    .map((one) => phaseLastDay(one, one.phases.length - 1))
    .sort()
    .at(-1);
  const over = projects.every((one) => isOver(one));
  const file = useMutation({
    mutationFn: (id: string) => api.download('projects.results_lines', { params: { id } }),
    onSuccess: (answer) => downloadFile(answer, 'bilan.csv'),
  });
  return (
    <PageHead className={styles.head}>
      <h1>{french(`Bilan de ${name}`)}</h1>
      <span className="muted">
        {french(
          `${formatDateRange(first, last)} · ${countOf(lines, 'produit')} · ${over ? 'terminé' : 'démarques passées'}`,
        )}
      </span>
      <span className="spacer" />
      {children}
      {projects.length === 1 && only && (
        <Button
          icon="download"
          disabled={file.isPending}
          title={french('Ligne par ligne, de quoi recalculer l’écart et ses parts')}
          onClick={() => file.mutate(only._id)}
        >
          Exporter
        </Button>
      )}
      <Button onClick={() => window.print()}>Imprimer une page</Button>
    </PageHead>
  );
}
