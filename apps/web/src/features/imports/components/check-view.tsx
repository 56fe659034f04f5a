import type { Import } from '@palier/contract';
import { openQuestions } from '@palier/domain';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { countOf, french } from '../../../lib/french.ts';
import { paths } from '../../../lib/paths.ts';
import { useOrganizationLack } from '../../../lib/session/use-refusal.ts';
import { Button } from '../../../ui/button.tsx';
import { cardClass } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PageFoot } from '../../../ui/page-foot.tsx';
import { isImportRunning, useCancelImport, usePublish, useRecheck } from '../api/imports.ts';
import {
  answersOf,
  changesReading,
  keptRows,
  type Question,
  shownQuestions,
  withAnswer,
} from '../model/check.ts';
import type { ImportReport } from '../model/columns.ts';
import styles from './check-view.module.css';
import { CheckedFiles } from './checked-files.tsx';
import { EffectCard } from './effect-card.tsx';
import { FirstLooksCard } from './first-looks-card.tsx';
import reports from './import-report.module.css';
import { RefusedCard, RowProblems } from './import-report.tsx';
import tables from './import-table.module.css';
import { QuestionCard } from './question-card.tsx';
import { VersionsCard } from './versions-card.tsx';

/** What a check found: nothing is written until the user answers and imports. */
export function CheckView({ item, report }: { item: Import; report: ImportReport }) {
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const recheck = useRecheck(item._id);
  const answers = answersOf(item, chosen);
  const answer = (question: Question, value: string) => {
    const next = withAnswer(item, chosen, question, value);
    setChosen(next);
    // While it is read again with another answer this screen is about to go: what it alone knows would go with it.
    if (recheck.isPending || changesReading(question, item, value)) recheck.mutate(answersOf(item, next));
  };
  const confirm = (isConfirmed: boolean) =>
    setChosen({
      ...chosen,
      ...Object.fromEntries(looks.map(({ key }) => [key, isConfirmed ? 'confirm' : ''])),
    });
  const open = openQuestions(report.questions, answers);
  const { single, looks } = shownQuestions(report.questions, answers);
  return (
    <>
      {item.stale === 'superseded' && (
        <p className={cardClass(tables.padded, reports.notice, 'attention')} role="alert">
          <Icon name="warning" />{' '}
          {french(
            'Vos données ont changé depuis ce contrôle : Importer le refait d’abord, et vous décidez ensuite.',
          )}
        </p>
      )}
      {report.note && (
        <p className={cardClass(tables.padded, reports.notice, 'attention')} role="alert">
          <Icon name="warning" /> {french(report.note)}
        </p>
      )}
      <div className={styles.sheet}>
        <div className={styles.column}>
          <CheckedFiles report={report} open={open} />
          {single.map((question, index) => (
            <QuestionCard
              key={question.key}
              question={question}
              place={`question ${index + 1} sur ${single.length}`}
              answer={answers[question.key] ?? null}
              onAnswer={(value) => answer(question, value)}
            />
          ))}
          {looks.length > 0 && (
            <FirstLooksCard
              questions={looks}
              isConfirmed={looks.every(({ key }) => answers[key] === 'confirm')}
              onConfirm={confirm}
              onLeave={(question) => answer(question, 'aside')}
            />
          )}
          {report.errors.length > 0 && <RefusedCard importId={item._id} report={report} />}
          {report.warnings.length > 0 && (
            <RowProblems title="Lignes à vérifier" count={report.warning_count} rows={report.warnings} />
          )}
        </div>
        <div className={styles.column}>
          {report.effect && report.status === 'completed' && (
            <EffectCard report={report} effect={report.effect} />
          )}
          <VersionsCard />
        </div>
      </div>
      <PublishBar
        {...{ item, report, answers }}
        openCount={open.length}
        isReading={recheck.isPending || isImportRunning(item)}
      />
    </>
  );
}

interface PublishBarProps {
  item: Import;
  report: ImportReport;
  answers: Record<string, string>;
  openCount: number;
  /** The files are still being read, or are about to be read again. */
  isReading: boolean;
}

/** Why nothing may be imported yet; null when it may. */
function reasonNot(report: ImportReport, openCount: number): string | null {
  if (report.status === 'refused')
    return 'Aucune ligne de ces fichiers ne peut être gardée : rien à importer.';
  if (openCount === 0) return null;
  return openCount === 1
    ? 'Une question attend votre réponse.'
    : `${openCount} questions attendent votre réponse.`;
}

function PublishBar({ item, report, answers, openCount, isReading }: PublishBarProps) {
  const publish = usePublish(item._id);
  const navigate = useNavigate();
  const giveUp = useCancelImport(() => navigate(paths.imports()));
  // The report is there a moment before the job has ended, and nothing may be published until then.
  const lack = useOrganizationLack('canImport');
  const reason = lack ?? (isReading ? 'Le contrôle se termine…' : reasonNot(report, openCount));
  const { rows, files } = keptRows(report);
  return (
    <PageFoot>
      <span className={reason ? 'attention' : 'muted'}>
        {french(
          reason ??
            (report.unchanged && !report.files.some(({ kind }) => kind === 'control')
              ? 'Rien de nouveau : ces données sont déjà en place.'
              : 'Rien n’est encore écrit. La version en place est gardée 30 jours : vous pourrez y revenir.'),
        )}
      </span>
      <span className="spacer" />
      <Button
        disabled={giveUp.isPending || lack !== null}
        title={lack ?? undefined}
        onClick={() => giveUp.mutate(item._id)}
      >
        Abandonner
      </Button>
      <Button
        tone="primary"
        disabled={reason !== null || publish.isPending}
        onClick={() => publish.mutate({ answers, reading: item.reading })}
      >
        {publish.isPending
          ? 'Import…'
          : rows === 0
            ? 'Rien à importer'
            : `Importer ${countOf(rows, 'ligne', 'lignes')} de ${countOf(files, 'fichier', 'fichiers')}`}
      </Button>
    </PageFoot>
  );
}
