import type { Project, SignatureState } from '@palier/contract';
import type { QueryTree } from '@palier/domain';
import { Link } from 'react-router';
import { countOf, french } from '../../lib/french.ts';
import { listingLink } from '../../lib/listing-link.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './approval.module.css';
import { approvalTexts, changeText, lapseText } from './approval-text.ts';

/** Products that are named one by one. */
const NAMED = 4;

interface ApprovalNotesProps {
  project: Project;
  state: SignatureState;
  onFollow?: () => void;
}

/** Where the signature of the worked phase stands: what waits, what lapsed of it, or why it came back. */
export function ApprovalNotes({ project, state, onFollow }: ApprovalNotesProps) {
  const { submission, history } = state;
  const last = history[0];
  const returned =
    !submission && last?.decision === 'returned' && last.phase === project.working_phase ? last : null;
  const shown = submission ?? returned;
  if (!shown) return null;
  const [text] = approvalTexts(shown, new Date());
  return (
    <div className={styles.notes}>
      <p className={returned ? styles.returned : styles.waiting} role="status">
        <Icon name={returned ? 'undo' : 'clock'} />
        <span>{text}</span>
      </p>
      <LapsedLines project={project} state={state} onFollow={onFollow} />
    </div>
  );
}

/** What is no longer as it was submitted, product by product. */
function LapsedLines({ project, state, onFollow }: ApprovalNotesProps) {
  const text = lapseText(state);
  const { lines, count } = state.lapsed;
  if (text === null) return null;
  const codes = lines.map(({ item_group_id }) => item_group_id);
  const filter: QueryTree = {
    combinator: 'and',
    rules: [{ field: 'item_group_id', operator: 'in', value: codes }],
  };
  return (
    <section className={styles.lapsed} aria-label="Changé depuis la soumission">
      <p>
        <Icon name="warning" />
        <span>{text}</span>
        {count > 0 && (
          <Link className="link" to={listingLink(project._id, { filter })} onClick={onFollow}>
            Ouvrir
          </Link>
        )}
      </p>
      <ul>
        {lines.slice(0, NAMED).map((line) => (
          <li key={line.discount_id} data-code={line.item_group_id}>
            <b>{line.title ?? line.item_group_id}</b>
            <span className="figure">{changeText(line, project.catalog_currency)}</span>
            {line.changed_by !== null && <span className="muted">{french(`par ${line.changed_by}`)}</span>}
          </li>
        ))}
        {count > NAMED && (
          <li className="muted">{`et ${countOf(count - NAMED, 'autre produit', 'autres produits')}`}</li>
        )}
      </ul>
    </section>
  );
}

/** Each submission of the project and what came of it. */
export function ApprovalHistory({ history }: Pick<SignatureState, 'history'>) {
  if (history.length === 0) return null;
  return (
    <section className={styles.history} aria-label="Historique des signatures">
      <h3>Historique</h3>
      <ul>
        {history.map((approval) => (
          <li key={approval.approval_id}>
            <b>{approval.label}</b>
            {approvalTexts(approval, new Date()).map((text) => (
              <p key={text} className="small">
                {text}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
