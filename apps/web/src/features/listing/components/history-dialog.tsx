import { phaseLabel } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorMessage } from '../../../lib/api/errors.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Skeleton } from '../../../ui/marks.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { readLineHistory } from '../api/queries.ts';
import { boundsText, percentText } from '../cells/discount.tsx';
import { lineTitle } from '../cells/product.tsx';
import type { Line } from '../model/row.ts';
import { momentText } from './activity-drawer.tsx';
import type { PanelProps } from './panel-types.ts';

/** The discounts of a product phase by phase, and everything done to it. */
export function HistoryDialog({ project, handle, line, onClose }: PanelProps & { line: Line }): ReactNode {
  const history = useQuery(readLineHistory(project._id, line.item_group_id));
  const past = line.previous_discount_pcts ?? [];
  const next = line.next_discount_pcts ?? [];
  const worked = line.project_phase ?? past.length;
  const steps = [
    ...past.map((pct, index) => ({ index: worked - past.length + index, pct, state: 'passée' })),
    { index: worked, pct: line.discount_pct ?? null, state: 'travaillée' },
    ...next.map((pct, index) => ({ index: worked + 1 + index, pct, state: 'à venir' })),
  ];
  return (
    <Dialog title={`Démarques de ${lineTitle(line)}`} open onClose={onClose} width={560}>
      <table className="t">
        <tbody>
          {steps.map(({ index, pct, state }) => (
            <tr key={index}>
              <th scope="row">{phaseLabel(project.phases[index], index)}</th>
              <td className="mut">{state}</td>
              <td className="n b">{percentText(pct)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mut">
        {boundsText(line)}
        {line.applied_discount_rules?.length
          ? ` · ${line.applied_discount_rules.map(({ name }) => name).join(', ')}`
          : ''}
      </p>
      <h3>Ce qui a été fait</h3>
      {history.isPending ? <Skeleton height={60} /> : null}
      {history.isError ? (
        <ErrorState title="L’historique n’a pas pu être chargé" onRetry={() => void history.refetch()}>
          {errorMessage(history.error)}
        </ErrorState>
      ) : null}
      {history.data?.length === 0 ? <p className="mut">Personne n’a encore touché à ce produit.</p> : null}
      <ul className="ls-activity">
        {history.data?.map((activity) => (
          <li key={activity.activity_id}>
            <span className="ls-text">
              <span>
                <b>{activity.user_name}</b> {activity.description}
              </span>
              <span className="ls-code">
                {momentText(activity.date)}
                {activity.comment ? ` · « ${activity.comment} »` : ''}
              </span>
            </span>
            <Button
              small
              onClick={() => {
                handle.change({ activity_id: activity.activity_id });
                onClose();
              }}
            >
              {`Voir les ${activity.discount_count} produits`}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
