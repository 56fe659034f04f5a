import type { Optimization } from '@palier/contract';
import {
  GOAL_LABELS,
  GOAL_SORT_KEYS,
  type GoalSortKey,
  groupKey,
  type Loss,
  lossSentence,
  OPTIMIZATION_GOALS,
} from '@palier/domain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { errorMessage } from '../../../lib/api/errors.ts';
import { countOf } from '../../../lib/french.ts';
import { horizonText } from '../../../lib/horizon-text.ts';
import { notifySuccess } from '../../../lib/notifications.ts';
import { tellKept } from '../../../lib/seen/kept-lines.ts';
import { storageKeys } from '../../../lib/storage.ts';
import { isStringList, useStored } from '../../../lib/use-stored.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Checkbox, FieldError, SelectField } from '../../../ui/field.tsx';
import { ProgressBar } from '../../../ui/marks.tsx';
import { readGroupGoals, type Selection, setGroupGoal } from '../api/discounts.ts';
import { cancelOptimization, productQuery, readOptimization } from '../api/queries.ts';
import { isTotal } from '../cells/context.ts';
import { groupTitle, lineTitle } from '../cells/product.tsx';
import { listingCommand } from '../edit/activity-command.ts';
import { selectionOfGroup } from '../groups/selection-of.ts';
import type { Group, Line } from '../rows/row.ts';
import type { PanelProps } from '../screen/panel-types.ts';
import styles from './goal-dialog.module.css';
import { type GoalOption, GoalTable } from './goal-table.tsx';
import { lineGoalCommand } from './line-goal.ts';
import { scopeOptions, useGoalScope } from './use-goal-scope.ts';

type Target = { line: Line } | { group: Group } | null;

function isSortKey(value: unknown): value is GoalSortKey {
  return GOAL_SORT_KEYS.some((key) => key === value);
}

/** The goals that may be chosen, with what each would give and lose; `answer` of the server, which it waits for. */
function useGoals({ project }: PanelProps, target: Selection, keepByHand: boolean) {
  const known = useQuery({
    queryKey: ['projects', project._id, 'goals', target, keepByHand],
    queryFn: ({ signal }) => readGroupGoals(project._id, target, keepByHand, signal),
    placeholderData: keepPreviousData,
  });
  const all = [
    ...OPTIMIZATION_GOALS.map((goal) => ({ goal, label: GOAL_LABELS[goal] })),
    ...project.scenarios.map(({ _id, name }) => ({ goal: _id, label: name })),
  ];
  const options = all.map(({ goal, label }): GoalOption & { warnings: Loss['warnings'] } => {
    const found = known.data?.goals.find((row) => row.goal === goal);
    return {
      ...{ goal, label, count: found?.discount_count ?? null, figures: found?.forecast ?? {} },
      warnings: found?.loss?.warnings ?? [],
    };
  });
  return { options, answer: known };
}

/** The forecast measure that a sort key reads. */
function sortValue(option: GoalOption, key: GoalSortKey): number {
  const measure = key === 'season_sell_through_pct' ? 'sell_through_pct' : key;
  return option.figures[measure] ?? Number.NEGATIVE_INFINITY;
}

function Progress({
  optimization,
  onCancel,
}: {
  optimization: Optimization | undefined;
  onCancel: () => void;
}): ReactNode {
  return (
    <div className={styles.running} role="status">
      <b>{optimization?.stage ?? 'Optimisation en cours…'}</b>
      <ProgressBar share={optimization ? optimization.progress : null} label="Avancement de l’optimisation" />
      <Button small onClick={onCancel}>
        Arrêter
      </Button>
    </div>
  );
}

/** Goal or scenario for a product, a group, or everything listed; the optimisation then runs and says how far it is. */
export function GoalDialog(props: PanelProps & { target: Target }): ReactNode {
  const { project, handle, listing, session, selection, context, target, onClose } = props;
  const line = target && 'line' in target ? target.line : null;
  const group = target && 'group' in target && !isTotal(target.group) ? target.group : null;
  const [whole] = useState<Selection>(() => {
    if (line) return { filter: productQuery(line.item_group_id) };
    return group ? selectionOfGroup(selection, context.grouping, group) : selection;
  });
  // What is decided behind this window is not seen.
  const [seen] = useState(() => listing.version.get());
  const { target: scoped, scope, setScope, touched } = useGoalScope(project._id, whole);
  const [goal, setGoal] = useState(
    line?.optimization_goal ?? group?.optimization_goals?.[0] ?? OPTIMIZATION_GOALS[0],
  );
  const [keep, setKeep] = useState(true);
  const [running, setRunning] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [sort, setSort] = useStored<GoalSortKey>(storageKeys.goalSort, isSortKey, 'profit');
  const [hidden, setHidden] = useStored<string[]>(storageKeys.goalHidden, isStringList, []);
  const [showHidden, setShowHidden] = useState(false);
  const { options: goals, answer } = useGoals(props, scoped, line === null && keep);
  // What is lost is said before it can be done.
  const isSaid = answer.isSuccess && !answer.isPlaceholderData;
  const optimization = useQuery(readOptimization(running));
  const status = optimization.data?.status;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once when the status settles
  useEffect(() => {
    if (!running || !status || status === 'requested' || status === 'running') return;
    if (status === 'completed') {
      notifySuccess('Optimisation terminée : les démarques sont à jour');
      onClose();
    }
    setRunning(null);
    setBusy(false);
    void listing.refresh();
  }, [status, running]);

  const chosen = goals.find((option) => option.goal === goal);
  const label = chosen?.label ?? '';
  const lost = lossSentence(chosen?.warnings ?? [], context.accounting_currency);
  const applyToLine = async (given: Line): Promise<void> => {
    onClose();
    const asked = { project: project._id, line: given, goal, label: `Objectif ${label}`, seen };
    await session.history.do(lineGoalCommand({ ...asked, session, listing, handle }));
  };
  const applyToMany = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    session.markBefore(group ? [groupKey(group.keys)] : []);
    try {
      const given = { optimization_goal: goal, keep_discount_pct_user: keep };
      const { activity_id, optimization_id, kept } = await session.act(() =>
        setGroupGoal(project._id, scoped, given, seen),
      );
      tellKept(kept, 'changed', handle.changeParameters);
      if (optimization_id) setRunning(optimization_id);
      else await listing.refresh();
      // Remembered once it has succeeded: what failed is not to be undone.
      if (activity_id)
        session.history.add(
          listingCommand(project._id, { activity_id, label: `Objectif ${label}` }, listing),
        );
      if (!optimization_id) onClose();
    } catch (failure) {
      console.error('goal', failure);
      setError(errorMessage(failure));
      setBusy(false);
    }
  };
  const shown = goals
    .filter((option) => showHidden || !hidden.includes(option.goal))
    .sort((left, right) => sortValue(right, sort) - sortValue(left, sort));
  const name = line ? lineTitle(line) : group ? groupTitle(group, context) : null;
  const many = group ?? session.total.get();
  const count = (touched ? touched.count : line ? 1 : many?.discount_count) ?? 0;
  return (
    <Dialog
      title={name ? `Objectif de ${name}` : 'Optimiser les produits listés'}
      open
      onClose={onClose}
      width={760}
      actions={
        running ? undefined : (
          <>
            <Button onClick={onClose}>Annuler</Button>
            <Button
              tone="primary"
              icon="bolt"
              disabled={busy || count === 0 || !isSaid}
              onClick={() => void (line ? applyToLine(line) : applyToMany())}
            >
              {`Optimiser ${countOf(count, 'produit', 'produits')}`}
            </Button>
          </>
        )
      }
    >
      {running ? (
        <Progress optimization={optimization.data} onCancel={() => void cancelOptimization(running)} />
      ) : (
        <>
          <div className="side-by-side">
            <SelectField
              label="Trier par"
              value={sort}
              options={GOAL_SORT_KEYS.map((key) => ({ value: key, label: GOAL_LABELS[key] }))}
              onChange={setSort}
              small
            />
            {scope !== null && !line ? (
              <SelectField
                label="Produits concernés"
                value={scope}
                options={scopeOptions}
                onChange={setScope}
                small
              />
            ) : null}
            <span className="spacer" />
            {hidden.length > 0 ? (
              <Button small tone="quiet" onClick={() => setShowHidden(!showHidden)}>
                {showHidden ? 'Masquer de nouveau' : `Montrer les objectifs masqués (${hidden.length})`}
              </Button>
            ) : null}
          </div>
          <GoalTable
            options={shown}
            now={(touched ? touched.now : (line ?? many)?.forecast) ?? null}
            goal={goal}
            hidden={hidden}
            days={horizonText(project, 'end')}
            context={context}
            onChoose={setGoal}
            onHide={(id) =>
              setHidden(hidden.includes(id) ? hidden.filter((other) => other !== id) : [...hidden, id])
            }
          />
          {error ? <FieldError role="alert">{`Rien n’a changé\u202f: ${error}`}</FieldError> : null}
          {lost && <AlertBox>{lost}</AlertBox>}
          {answer.isError && (
            <AlertBox
              actions={
                <Button small icon="refresh" onClick={() => void answer.refetch()}>
                  Réessayer
                </Button>
              }
            >
              {`Ce que ferait perdre un objectif n’a pas pu être lu. ${errorMessage(answer.error)}`}
            </AlertBox>
          )}
          {line ? null : (
            <Checkbox label="Garder les démarques choisies à la main" checked={keep} onChange={setKeep} />
          )}
        </>
      )}
    </Dialog>
  );
}
