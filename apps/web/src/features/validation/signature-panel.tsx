import type { Project, SignatureState } from '@palier/contract';
import { formatDateRange } from '@palier/domain';
import { french } from '../../lib/french.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { classNames } from '../../ui/class-names.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Avatar } from '../../ui/marks.tsx';
import styles from './approval.module.css';
import { ApprovalHistory } from './approval-notes.tsx';
import { firstName, needText, ruleText } from './approval-text.ts';
import { ChangesSummary } from './signed-changes.tsx';
import { SpreadChart } from './spread-chart.tsx';

interface SignaturePanelProps {
  project: Project;
  state: SignatureState;
  /** Whether the caller signs; else she submits. */
  signing: boolean;
  word: string;
  onWord: (word: string) => void;
  /** Whom she asks; empty: whoever signs. */
  to: string;
  onTo: (user_id: string) => void;
}

/** Why a signature is asked, of whom, the word that goes with it, and what changes. */
export function SignaturePanel(props: SignaturePanelProps) {
  const { project, state, signing, word, to } = props;
  const rule = ruleText(state);
  const asked = state.signers.find(({ user_id }) => user_id === to) ?? null;
  const reader = signing ? state.submission?.submitted_name : asked?.name;
  return (
    <section className={styles.side} aria-label="Signature">
      <SpreadChart project={project} />
      <h3>Signature</h3>
      <div className={classNames(styles.asked, state.needed && styles.needed)}>
        <Icon name="pencil" />
        <div>
          <p>{needText(state)}</p>
          {rule !== null && <p className="small muted">{rule}</p>}
        </div>
      </div>
      {signing ? <Signing state={state} /> : <Addressee {...props} />}
      <TextField
        label={reader ? `Mot pour ${firstName(reader)}` : 'Mot pour qui signe'}
        maxLength={2000}
        value={word}
        onChange={props.onWord}
      />
      <ChangesSummary project={project} signer={signing || !asked ? null : firstName(asked.name)} />
      <ApprovalHistory history={state.history} />
    </section>
  );
}

/** Who submitted, and in whose name the caller signs. */
function Signing({ state: { submission, signs_for } }: Pick<SignaturePanelProps, 'state'>) {
  const { user } = useSession();
  if (!submission) return null;
  const own = user?.name ?? '';
  return (
    <div className={styles.people}>
      <Avatar name={submission.submitted_name} />
      <p>
        <b>{submission.submitted_name}</b>
        <span className="small muted">soumet</span>
      </p>
      <span className="spacer" />
      <Avatar name={own} />
      <p>
        <b>{own}</b>
        <span className="small muted">{signs_for === null ? 'signe' : `signe au nom de ${signs_for}`}</span>
      </p>
    </div>
  );
}

/** Whom the phase is put to, and who signs for her while she is away. */
function Addressee({ state, to, onTo }: SignaturePanelProps) {
  const { user } = useSession();
  const others = state.signers.filter(({ user_id }) => user_id !== user?.sub || state.own_signature);
  const delegation = others.find(({ user_id }) => user_id === to)?.delegation ?? null;
  return (
    <SelectField
      label="À qui"
      value={to}
      onChange={onTo}
      hint={
        delegation &&
        french(
          `${delegation.delegate_name} signe en son absence : ${formatDateRange(delegation.from_date, delegation.to_date)}`,
        )
      }
      options={[
        { value: '', label: 'Quiconque signe' },
        ...others.map(({ user_id, name }) => ({ value: user_id, label: name })),
      ]}
    />
  );
}
