import type { Rule, RuleVersion } from '@palier/contract';
import type { SummaryContext } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { activityTime } from '../../../lib/activity-time.ts';
import { errorMessage } from '../../../lib/api/errors.ts';
import { fr } from '../../../lib/fr.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Skeleton } from '../../../ui/marks.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { getHistory } from '../api/rules.ts';
import { draftOf, isSame, type RuleDraft } from '../model/draft.ts';
import { differences } from '../model/history.ts';
import styles from './history-dialog.module.css';

interface HistoryDialogProps {
  projectId: string;
  rule: Rule;
  context: SummaryContext;
  readOnly: string | null;
  /** Puts a version in the editor: it is kept when it is saved. */
  onTake: (version: RuleDraft) => void;
  onClose: () => void;
}

const ACTIONS: Record<RuleVersion['action'], string> = {
  created: 'a ajouté la règle',
  edited: 'a modifié la règle',
  deleted: 'a supprimé la règle',
};

/** What a rule has been: who changed what, and the way back. */
export function HistoryDialog({ projectId, rule, context, readOnly, onTake, onClose }: HistoryDialogProps) {
  const history = useQuery(getHistory(projectId, rule._id));
  const versions = history.data ?? [];
  const now = draftOf(rule);
  return (
    <Dialog title={`Historique de « ${rule.name} »`} open onClose={onClose} width={720}>
      {history.isError ? (
        <ErrorState title={fr.errors.load} onRetry={() => void history.refetch()}>
          {errorMessage(history.error)}
        </ErrorState>
      ) : null}
      {history.isPending ? <Skeleton width="70%" /> : null}
      <ol className={styles.versions}>
        {versions.map((version, index) => (
          <li key={version.version} data-version={version.version}>
            <p>
              <b>{version.user_name}</b> {ACTIONS[version.action]}{' '}
              <span className="muted">{activityTime(new Date(version.at), new Date())}</span>
            </p>
            <ul>
              {differences(versions[index + 1]?.content ?? null, version.content, context).map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
            {isSame(draftOf({ ...version.content, _id: rule._id }), now) ? (
              <span className="small muted">en vigueur</span>
            ) : (
              <Button
                small
                icon="undo"
                disabled={readOnly !== null}
                title={readOnly ?? undefined}
                onClick={() => {
                  onTake(draftOf({ ...version.content, _id: rule._id }));
                  onClose();
                }}
              >
                Revenir à cette version
              </Button>
            )}
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
