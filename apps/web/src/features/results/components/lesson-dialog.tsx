import type { Lesson, LessonSets, Project } from '@palier/contract';
import { currencySymbol } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { french } from '../../../lib/french.ts';
import { LESSON_KIND_LABELS, lessonSetsText } from '../../../lib/lessons/lesson-text.ts';
import { placedLabel } from '../../../lib/project-groups.ts';
import { BegunForm } from '../../../lib/seen/begun-form.tsx';
import { ClashNotice, REPLACE } from '../../../lib/seen/clash-notice.tsx';
import { useSeen } from '../../../lib/seen/use-seen.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FieldLabel, SelectField, TextField } from '../../../ui/field.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { getProjectRules, useLessons } from '../api/lessons.ts';
import {
  emptyLesson,
  type LessonDraft,
  lessonDraftOf,
  lessonOf,
  operationsOf,
  placeOf,
} from '../model/lesson-draft.ts';
import styles from './lesson-dialog.module.css';

const KINDS = (['note', 'levels', 'budget', 'rules'] as const).map((value) => ({
  value,
  label: LESSON_KIND_LABELS[value],
}));

interface LessonDialogProps {
  /** null: a new one. */
  lesson: Lesson | null;
  projects: readonly Project[];
  onClose: () => void;
}

/** What was learnt, in words, and what it gives the next operation. */
export function LessonDialog({ lesson, ...props }: LessonDialogProps) {
  if (!lesson) return <LessonForm {...props} lesson={null} onTake={() => undefined} />;
  return (
    <BegunForm from={lesson}>
      {(began, beginAgain) => <LessonForm {...props} lesson={began} onTake={beginAgain} />}
    </BegunForm>
  );
}

interface LessonFormProps extends LessonDialogProps {
  onTake: (now: object) => void;
}

function LessonForm({ lesson, projects, onClose, onTake }: LessonFormProps) {
  const [draft, setDraft] = useState(() => (lesson ? lessonDraftOf(lesson) : emptyLesson(projects)));
  const { keep, change, forget } = useLessons();
  const seen = useSeen(lesson ?? {});
  const source = projects.find(({ _id }) => _id === draft.place);
  const rules = useQuery({
    ...getProjectRules(source?._id ?? ''),
    enabled: draft.kind === 'rules' && source !== undefined,
  });
  const found = lessonOf(draft, projects, rules.data ?? []);
  // Its rules stay as they were learnt: those of the project may have changed since.
  const wanted = lesson?.sets.kind === 'rules' && found ? { ...found, sets: lesson.sets } : found;
  const busy = keep.isPending || change.isPending || forget.isPending;
  const save = () => {
    if (!wanted) return;
    const { name, reason, sets } = wanted;
    if (!lesson) return keep.mutate(wanted, { onSuccess: onClose });
    const changes = { name, reason, sets };
    change.mutate(
      { id: lesson._id, changes, seen: seen.of(changes) },
      { onError: seen.refused, onSuccess: onClose },
    );
  };
  const remove = () => {
    if (!lesson) return;
    const { _id: id, name, reason, sets } = lesson;
    forget.mutate(
      { id, seen: seen.of({ name, reason, sets }) },
      { onError: seen.removalRefused, onSuccess: onClose },
    );
  };
  return (
    <Dialog
      title={lesson ? 'Modifier la leçon' : 'Garder une leçon'}
      open
      onClose={onClose}
      width={640}
      actions={
        <>
          {lesson && (
            <Button icon="trash" disabled={busy} onClick={remove}>
              Supprimer
            </Button>
          )}
          <Button onClick={onClose}>Annuler</Button>
          <Button tone="primary" disabled={busy || !wanted} onClick={save}>
            {lesson ? (seen.clash ? REPLACE : 'Enregistrer') : 'Garder'}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <ClashNotice clash={seen.clash} onTake={onTake} onRemove={remove} />
        <TextField
          label="Ce que vous en gardez"
          placeholder="Pas de 50 % avant la démarque 3"
          maxLength={200}
          value={draft.name}
          onChange={(name) => setDraft({ ...draft, name })}
        />
        <TextField
          label="Ce qui l’a montré (facultatif)"
          maxLength={2000}
          value={draft.reason}
          onChange={(reason) => setDraft({ ...draft, reason })}
        />
        {!lesson && (
          <SelectField
            label="Tirée de"
            value={draft.place}
            options={placesOf(projects)}
            onChange={(place) => setDraft({ ...draft, place })}
          />
        )}
        <SetsFields
          draft={draft}
          kept={lesson?.sets.kind === 'rules' ? lesson.sets : null}
          state={rulesState(
            draft,
            source,
            rules.data?.some(({ active }) => active),
            rules.isError,
          )}
          currency={(source ?? projects[0])?.catalog_currency ?? 'EUR'}
          onChange={setDraft}
        />
      </div>
    </Dialog>
  );
}

function placesOf(projects: readonly Project[]) {
  const operations = operationsOf(projects).map((operation) => ({
    value: placeOf(operation),
    label: french(`toute l’opération ${operation}`),
  }));
  return [...operations, ...projects.map((project) => ({ value: project._id, label: placedLabel(project) }))];
}

/** What is to be said of the rules of a project, in place of a field. */
function rulesState(
  draft: LessonDraft,
  source: Project | undefined,
  some: boolean | undefined,
  failed: boolean,
): string {
  if (draft.kind !== 'rules') return '';
  if (!source) return 'Choisissez le projet dont les règles sont à garder.';
  if (failed) return 'Les règles du projet n’ont pas pu être lues.';
  if (some === undefined) return 'Lecture des règles…';
  return some
    ? 'Les règles actives du projet, dans leur ordre, telles qu’elles sont aujourd’hui.'
    : 'Ce projet n’a aucune règle active.';
}

interface SetsFieldsProps {
  draft: LessonDraft;
  /** The rules of a lesson that was kept: they do not change. */
  kept: LessonSets | null;
  state: string;
  currency: string;
  onChange: (draft: LessonDraft) => void;
}

function SetsFields({ draft, kept, state, currency, onChange }: SetsFieldsProps) {
  if (kept) return <p className="muted">{lessonSetsText(kept)}</p>;
  return (
    <>
      <div className="side-by-side">
        <FieldLabel>Ce qu’elle règle à la création</FieldLabel>
        <Segmented
          small
          label="Ce que règle la leçon"
          value={draft.kind}
          options={KINDS}
          onChange={(kind) => onChange({ ...draft, kind })}
        />
      </div>
      {draft.kind === 'note' && (
        <p className="small muted">
          {french('Rien : elle est rappelée à la création, à vous de la suivre.')}
        </p>
      )}
      {draft.kind === 'levels' && (
        <TextField
          label="Taux permis"
          hint="Des multiples de 5, séparés par des virgules"
          suffix="%"
          value={draft.levels}
          onChange={(levels) => onChange({ ...draft, levels })}
        />
      )}
      {draft.kind === 'budget' && (
        <TextField
          label="Budget d’une démarque, au plus"
          inputMode="decimal"
          suffix={currencySymbol(currency)}
          value={draft.budget}
          onChange={(budget) => onChange({ ...draft, budget })}
        />
      )}
      {state && <p className="small muted">{french(state)}</p>}
    </>
  );
}
