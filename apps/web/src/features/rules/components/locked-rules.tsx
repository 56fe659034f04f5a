import type { Project } from '@palier/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { getChecks } from '../../../lib/calls/get-checks.ts';
import { getLaw } from '../../../lib/calls/get-law.ts';
import { listingLink } from '../../../lib/listing-link.ts';
import { paths } from '../../../lib/paths.ts';
import { useOutside } from '../../../lib/session/perimeter.ts';
import { usePermission } from '../../../lib/session/use-session.ts';
import { storageKeys } from '../../../lib/storage.ts';
import { isBoolean, useStored } from '../../../lib/use-stored.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { type LockedRule, lockedRules, lockedText } from '../model/locked-rules.ts';
import styles from './locked-rules.module.css';

/**
 * The rules that stand above the project's: the ladder of prices and the law, which an administrator alone sets. Folded
 * at first where the project has rules of its own; then as the user left it.
 */
export function LockedRules({ project, folded }: { project: Project; folded: boolean }) {
  const [open, setOpen] = useStored(storageKeys.lockedRulesOpen, isBoolean, !folded);
  const isAllowed = usePermission('canEditSettings');
  const outside = useOutside('project', project._id);
  const law = useQuery(getLaw());
  const isWorked = typeof project.working_phase === 'number';
  const checks = useQuery({ ...getChecks(project._id), enabled: open && isWorked && outside === null });
  if (!law.data) return null;
  const rules = lockedRules(law.data, checks.data?.data ?? []);
  return (
    <Card
      title="Avant les règles du projet"
      note={open ? undefined : `${rules.length} règles\u202f: ${lockedText(law.data)}`}
      tools={
        <>
          {isAllowed ? (
            <LinkButton small tone="quiet" to={paths.settings()}>
              Régler
            </LinkButton>
          ) : (
            <span className="small muted">réglées par un administrateur</span>
          )}
          <Button
            small
            tone="quiet"
            icon={open ? 'chevron-up' : 'chevron-down'}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {open ? 'Replier' : 'Déplier'}
          </Button>
        </>
      }
    >
      {open ? (
        <ul className={styles.list} aria-label="Règles que le projet ne change pas">
          {rules.map((rule) => (
            <Locked key={rule.key} rule={rule} projectId={project._id} />
          ))}
        </ul>
      ) : null}
    </Card>
  );
}

function Locked({ rule, projectId }: { rule: LockedRule; projectId: string }) {
  const { label, says, does, tone, found } = rule;
  return (
    <li data-locked={rule.key}>
      <Icon name="lock" size={14} />
      <p title={says}>
        <b>{label}</b> <span className="muted">{says}</span>
      </p>
      {found?.filter ? (
        <Link className="link small" to={listingLink(projectId, { filter: found.filter })}>
          {found.text}
        </Link>
      ) : (
        <span className="small muted">{found?.text}</span>
      )}
      <Tag tone={tone}>{does}</Tag>
    </li>
  );
}
