import { formatQuantity, formatWholeMoney } from '@palier/domain';
import { countOf, french } from '../../../lib/french.ts';
import { useOrganizationLack } from '../../../lib/session/use-refusal.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { useDecideQuality } from '../api/imports.ts';
import type { ImportReport } from '../model/columns.ts';
import { decisionNote, inOrder, type QualityIssue } from '../model/quality.ts';
import styles from './quality-list.module.css';

const severityIcons: Record<QualityIssue['severity'], { icon: IconName; tone: string; name: string }> = {
  error: { icon: 'close', tone: 'negative', name: 'Grave' },
  warning: { icon: 'warning', tone: 'attention', name: 'À vérifier' },
  info: { icon: 'info', tone: 'muted', name: 'Pour information' },
};

interface QualityListProps {
  importId: string;
  quality: ImportReport['quality'];
  currency: string;
}

/** What the checks found, the gravest first, each to exclude or accept; what was decided comes last. */
export function QualityList({ importId, quality, currency }: QualityListProps) {
  return (
    <ul className={styles.issues}>
      {inOrder(quality).map((issue) => (
        <Issue key={issue.code} importId={importId} issue={issue} currency={currency} />
      ))}
      {quality.length === 0 && (
        <li>
          <span className="good">
            <Icon name="check" />
          </span>
          <div>Aucun défaut trouvé dans ces données.</div>
        </li>
      )}
    </ul>
  );
}

interface IssueProps {
  importId: string;
  issue: QualityIssue;
  currency: string;
}

function Issue({ importId, issue, currency }: IssueProps) {
  const { icon, tone, name } = severityIcons[issue.severity];
  return (
    <li className={issue.decision ? styles.decided : undefined}>
      <span className={issue.decision ? 'muted' : tone} title={name}>
        <Icon name={issue.decision ? 'check' : icon} />
      </span>
      <div>
        <b className="strong">{french(issue.label)}</b>
        {issue.amount !== null && Math.abs(issue.amount) >= 1 && (
          <span className={styles.amount}>{formatWholeMoney(issue.amount, currency)}</span>
        )}
        <p className="small muted">{french(issue.effect)}</p>
        {issue.examples.length > 0 && <Examples issue={issue} />}
        {issue.decision && <p className="small">{french(decisionNote(issue))}</p>}
      </div>
      <Decision importId={importId} issue={issue} />
    </li>
  );
}

const shown = 3;

function Examples({ issue: { examples, count } }: { issue: QualityIssue }) {
  const rest = count - Math.min(examples.length, shown);
  return (
    <p className={`small ${styles.examples}`}>
      {french(`Par exemple : ${examples.slice(0, shown).join(' · ')}`)}
      {rest > 0 && ` et ${countOf(rest, 'autre', 'autres')}`}
    </p>
  );
}

function Decision({ importId, issue }: { importId: string; issue: QualityIssue }) {
  const decide = useDecideQuality(importId);
  const lack = useOrganizationLack('canImport');
  const why = { disabled: decide.isPending || lack !== null, title: lack ?? undefined };
  const send = (action: 'exclude' | 'accept' | null) => decide.mutate({ code: issue.code, action });
  if (issue.decision) {
    return (
      <div className={styles.actions}>
        <Tag tone={issue.decision.action === 'exclude' ? 'attention' : 'neutral'}>
          {issue.decision.action === 'exclude' ? 'Exclu' : 'Accepté'}
        </Tag>
        <Button small tone="quiet" {...why} onClick={() => send(null)}>
          Annuler
        </Button>
      </div>
    );
  }
  return (
    <fieldset className={styles.actions} aria-label={`Décider : ${issue.label}`}>
      {issue.actions.includes('exclude') && (
        <Button small {...why} onClick={() => send('exclude')}>
          Exclure
        </Button>
      )}
      {issue.actions.includes('accept') && (
        <Button small tone="quiet" {...why} onClick={() => send('accept')}>
          Accepter
        </Button>
      )}
    </fieldset>
  );
}

/** How many cases wait for a decision, for the report's title. */
export function openCount(quality: ImportReport['quality']): string | undefined {
  const open = quality.filter(({ decision, severity }) => !decision && severity !== 'info').length;
  return open > 0 ? `${formatQuantity(open)} à décider` : undefined;
}
