import { appliedRules, formatQuantity, phaseLabel } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { momentText } from '../../../lib/activity-time.ts';
import { errorMessage } from '../../../lib/api/errors.ts';
import { plural } from '../../../lib/french.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Skeleton } from '../../../ui/marks.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { Table } from '../../../ui/table.tsx';
import { readLineHistory } from '../api/queries.ts';
import type { CellContext } from '../cells/context.ts';
import { KindMark } from '../cells/discount-marks.tsx';
import { boundsText, percentText, updateText } from '../cells/discount-text.ts';
import { lineTitle } from '../cells/product.tsx';
import { Comments } from '../product/comments.tsx';
import type { Line } from '../rows/row.ts';
import type { PanelProps } from '../screen/panel-types.ts';
import shared from '../shared.module.css';
import styles from './history-dialog.module.css';

type Rules = readonly { id: string; name: string }[] | null | undefined;

interface Step {
  index: number;
  pct: number | null;
  state: string;
  /** Where the discount comes from, what framed it, who and when. */
  how: ReactNode;
}

function quote(text: string): string {
  return `«\u202f${text}\u202f»`;
}

function rulesText(rules: Rules): string | null {
  if (!rules?.length) return null;
  return `${plural(rules.length, 'règle', 'règles')} ${rules.map(({ name }) => quote(name)).join(', ')}`;
}

function textOf(parts: readonly (string | null | undefined)[]): string {
  return parts.filter(Boolean).join(' · ');
}

function workedStep(line: Line, index: number, context: CellContext): Step {
  return {
    index,
    pct: line.discount_pct ?? null,
    state: 'travaillée',
    how: (
      <>
        <KindMark line={line} context={context} />
        <span>{textOf([boundsText(line), rulesText(appliedRules(line)), updateText(line)])}</span>
      </>
    ),
  };
}

/** Past phases, the worked one and those to come, each with what is known of it. */
function stepsOf(line: Line, context: CellContext): Step[] {
  const past = line.previous_discount_pcts ?? [];
  const worked = line.project_phase ?? past.length;
  // Of a project that is over, the discount in force is the last phase's, which was validated as the others.
  const isOver = context.working_phase === null;
  const closed = new Map(line.discount_history?.map((phase) => [phase.project_phase, phase]));
  return [
    ...past.map((pct, position): Step => {
      const index = worked - past.length + position;
      const phase = closed.get(index);
      const by = phase?.date ? `validée par ${phase.user_name}, ${momentText(phase.date)}` : null;
      return {
        index,
        pct,
        state: 'passée',
        how: textOf([
          rulesText(phase?.applied_discount_rules),
          by,
          phase?.description && quote(phase.description),
        ]),
      };
    }),
    ...(isOver ? [] : [workedStep(line, worked, context)]),
    ...(line.next_discount_pcts ?? []).map(
      (planned, position): Step => ({
        index: worked + 1 + position,
        // A marked-down price does not go back up: the next step is at least the present one.
        pct: planned === null ? null : Math.max(planned, line.discount_pct ?? 0),
        state: 'à venir',
        how: 'prévue',
      }),
    ),
  ];
}

/** The discounts of a product phase by phase, what the team says of it, and everything done to it. */
export function HistoryDialog({
  project,
  handle,
  context,
  line,
  onClose,
  onEditLine,
}: PanelProps & { line: Line }): ReactNode {
  const history = useQuery(readLineHistory(project._id, line.item_group_id));
  const edit = (): void => {
    onClose();
    onEditLine(line._id);
  };
  const done = history.data?.filter(({ kind }) => kind !== 'comment');
  return (
    <Dialog
      title={`Démarques de ${lineTitle(line)}`}
      open
      onClose={onClose}
      width={640}
      focus="action"
      actions={
        <>
          <Button onClick={onClose}>Fermer</Button>
          {context.mode === 'discount' || context.work_locked ? null : (
            <Button tone="primary" icon="pencil" onClick={edit}>
              Modifier la démarque
            </Button>
          )}
        </>
      }
    >
      <Table>
        <tbody>
          {stepsOf(line, context).map(({ index, pct, state, how }) => (
            <tr key={index}>
              <th scope="row">{phaseLabel(project.phases[index], index)}</th>
              <td className="muted">{state}</td>
              <td className="figure strong">{percentText(pct)}</td>
              <td className={`${styles.origin} muted small`}>{how}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      <Comments project={project._id} line={line} />
      <h3>Ce qui a été fait</h3>
      {history.isPending ? <Skeleton height={60} /> : null}
      {history.isError ? (
        <ErrorState title="L’historique n’a pas pu être chargé" onRetry={() => void history.refetch()}>
          {errorMessage(history.error)}
        </ErrorState>
      ) : null}
      {done?.length === 0 ? <p className="muted">Personne n’a encore touché à ce produit.</p> : null}
      <ul className={shared.activities}>
        {done?.map((activity) => (
          <li key={activity.activity_id}>
            <span className={shared.text}>
              <span>
                <b>{activity.user_name}</b> {activity.description}
              </span>
              <span className={shared.code} data-part="code">
                {momentText(activity.date)}
                {activity.comment ? ` · ${quote(activity.comment)}` : ''}
              </span>
            </span>
            <Button
              small
              onClick={() => {
                handle.change({ activity_id: activity.activity_id });
                onClose();
              }}
            >
              {plural(
                activity.discount_count,
                'Voir ce produit seul',
                `Voir les ${formatQuantity(activity.discount_count)} produits`,
              )}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
