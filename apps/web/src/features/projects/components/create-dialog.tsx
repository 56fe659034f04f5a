import type { Import, Lesson, Project } from '@palier/contract';
import { operationKind } from '@palier/domain';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { french } from '../../../lib/french.ts';
import { notifySuccess } from '../../../lib/notifications.ts';
import { paths } from '../../../lib/paths.ts';
import { today } from '../../../lib/today.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { faultsOf } from '../api/project-faults.ts';
import { useCreateProject } from '../api/save-project.ts';
import {
  type DraftErrors,
  draftErrors,
  emptyDraft,
  errorsOf,
  newProjectOf,
  type ProjectDraft,
  withDaysOf,
  withProducts,
} from '../model/draft.ts';
import { rulesOf, toggleLesson, withBudget, withLesson } from '../model/lesson-offers.ts';
import styles from './create-dialog.module.css';
import { LessonOffers } from './lesson-offers.tsx';
import form from './project-form.module.css';
import { PROJECT_PARTS, ProjectPartFields } from './project-parts.tsx';

const steps = PROJECT_PARTS;
/** Errors that stop each step. */
const stepErrors: readonly (keyof DraftErrors)[][] = [
  ['operation', 'short_name'],
  ['phases', 'end_date'],
  [],
  ['discount_pct_range', 'currency', 'residual'],
];

/** Creates a project in four steps, then opens it. */
export function CreateDialog({
  projects,
  dataDate,
  products,
  onClose,
}: {
  projects: readonly Project[];
  /** The day the retailer's data speak of: the phases offered come after it, as its forecasts do. */
  dataDate: string | null;
  /** Those of an import, to begin with; null: all. */
  products: NonNullable<Import['report']>['products'];
  onClose: () => void;
}) {
  const [first] = useState(() => {
    const empty = emptyDraft(dataDate ?? today());
    return products && !products.all ? withProducts(empty, products) : empty;
  });
  const [draft, setDraft] = useState(first);
  const [step, setStep] = useState(0);
  const [tried, setTried] = useState(false);
  const create = useCreateProject();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<readonly Lesson[]>([]);
  // Of an operation that was named otherwise since, none is.
  const taken = chosen.filter((lesson) => operationKind(lesson.operation) === operationKind(draft.operation));
  const [refused, setRefused] = useState<DraftErrors>({});
  const allErrors = { ...draftErrors(draft), ...refused };
  const blocked = (stepErrors[step] ?? []).some((field) => allErrors[field]);
  const onChange = (changed: ProjectDraft) => {
    setRefused({});
    setDraft(changed);
  };
  const part = { draft, errors: tried ? allErrors : refused, onChange };
  const operations = [...new Set(projects.map((project) => project.operation))];
  const submit = () =>
    create.mutate(
      { project: withBudget(newProjectOf(draft), taken), rules: rulesOf(taken) },
      {
        onError: (error) => {
          const errors = errorsOf(faultsOf(error));
          const place = stepErrors.findIndex((fields) => fields.some((field) => errors[field]));
          setRefused(errors);
          if (place >= 0) setStep(place);
        },
        onSuccess: (project) => {
          notifySuccess(french(`Le projet « ${project.shortName} » est créé.`));
          navigate(paths.collection({ type: 'project', id: project._id }));
        },
      },
    );
  const toggle = (lesson: Lesson) => {
    const after = toggleLesson(taken, lesson);
    setChosen(after);
    onChange(withLesson(draft, lesson, after.includes(lesson)));
  };
  const next = () => {
    if (blocked) return setTried(true);
    setTried(false);
    if (step === steps.length - 1) return submit();
    // Days that nobody chose are those of the operation that was named.
    if (step === 0 && draft.phases === first.phases) setDraft(withDaysOf(draft, projects));
    setStep(step + 1);
  };
  return (
    <Dialog
      title="Nouvelle opération"
      open
      onClose={onClose}
      width={720}
      actions={
        <>
          <Button onClick={step === 0 ? onClose : () => setStep(step - 1)}>
            {step === 0 ? 'Annuler' : 'Retour'}
          </Button>
          <Button tone="primary" disabled={create.isPending} onClick={next}>
            {step === steps.length - 1 ? (create.isPending ? 'Création…' : 'Créer le projet') : 'Suivant'}
          </Button>
        </>
      }
    >
      <div className={form.form}>
        <Steps step={step} />
        <ProjectPartFields
          {...part}
          part={steps[step] ?? 'Nom'}
          operations={operations}
          received={dataDate}
        />
        {(step === 0 || step === steps.length - 1) && (
          <LessonOffers
            operation={draft.operation}
            currency={draft.catalog_currency || (projects[0]?.catalog_currency ?? 'EUR')}
            taken={taken}
            onToggle={toggle}
          />
        )}
      </div>
    </Dialog>
  );
}

function Steps({ step }: { step: number }) {
  return (
    <ol className={styles.steps} aria-label="Étapes">
      {steps.map((label, index) => (
        <li
          key={label}
          className={index < step ? styles.done : undefined}
          aria-current={index === step ? 'step' : undefined}
        >
          {label}
        </li>
      ))}
    </ol>
  );
}
