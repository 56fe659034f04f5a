import type { PlanComparison, Project } from '@palier/contract';
import { despiteLoss, formatCompactMoney, type Horizon, lossSentence } from '@palier/domain';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { countOf } from '../../../lib/french.ts';
import { useRefusalAmong } from '../../../lib/session/use-refusal.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox, SelectField } from '../../../ui/field.tsx';
import { PageFoot } from '../../../ui/page-foot.tsx';
import type { Sending } from '../api/optimizations.ts';
import type { Choices } from '../model/choices.ts';
import { type Currencies, sendingChange } from '../model/comparison.ts';
import type { Compared } from '../model/results.ts';
import { sendingText } from './difference-table.tsx';
import { ForceDialog } from './force-dialog.tsx';
import styles from './send-bar.module.css';
import { UnsaidLoss } from './unsaid-loss.tsx';
import { useSending } from './use-sending.ts';

export interface SendBarProps {
  /** The run that lines take, but those of `choices`. */
  base: Compared;
  compared: readonly Compared[];
  comparison: PlanComparison;
  horizon: Horizon;
  currencies: Currencies;
  choices: Choices;
  projects: readonly Project[];
  onBase: (id: string) => void;
  onSent: () => void;
  listing: (projectId: string) => string;
}

/** Sends one result, or several, to the listings of the projects, and says before what that changes and loses. */
export function SendBar(props: SendBarProps) {
  const { base, compared, comparison, choices, onBase } = props;
  const [removeOthers, setRemoveOthers] = useState(false);
  const sending = useSending(sendingOf(props, removeOthers), base.run.name);
  const sent = comparison.runs.find(({ _id }) => _id === base.run._id);
  const count = sent?.sent_count ?? 0;
  const chosen = new Set([base.run._id, ...Object.values(choices).map(({ runId }) => runId)]);
  const impossible = compared.filter(({ run, result }) => chosen.has(run._id) && result.infeasibility);
  const warnings = sending.loss?.warnings ?? [];
  const lost = lossSentence(warnings, props.currencies.accounting);
  return (
    <PageFoot className={styles.footer}>
      <SelectField
        label="Résultat à envoyer"
        hideLabel
        value={base.run._id}
        onChange={onBase}
        options={compared.map(({ run }) => ({ value: run._id, label: `${run.letter} · ${run.name}` }))}
      />
      <div className={styles.said}>
        <Summary {...props} sent={count} impossible={impossible.length > 0} />
        {lost !== '' && (
          <AlertBox>
            <b>{lost}</b>
          </AlertBox>
        )}
      </div>
      <Checkbox label="Retirer les autres résultats" checked={removeOthers} onChange={setRemoveOthers} />
      <SendButtons
        {...props}
        sending={sending}
        count={count}
        despite={despiteLoss(warnings)}
        impossible={impossible.map(({ run }) => run.name)}
      />
    </PageFoot>
  );
}

/** What is sent: the last run named decides the lines that were given none. */
function sendingOf({ base, choices, projects }: SendBarProps, removeOthers: boolean): Sending {
  const others = Object.entries(choices).map(([line, { runId }]) => [line, runId] as const);
  return {
    optimization_ids: [...new Set(others.map(([, runId]) => runId)), base.run._id],
    project_ids: projects.map((project) => project._id),
    remove_unspecified: removeOthers,
    ...(others.length > 0 && { choices: Object.fromEntries(others) }),
  };
}

interface SendButtonsProps extends SendBarProps {
  sending: ReturnType<typeof useSending>;
  count: number;
  /** What it is sent in spite of; empty: nothing is lost. */
  despite: string;
  /** Names of the runs whose plans break their rules. */
  impossible: readonly string[];
}

/** Sends, in red when it loses or breaks rules; what was sent is taken back beside it. */
function SendButtons({ sending, count, despite, impossible, projects, listing, onSent }: SendButtonsProps) {
  const [forcing, setForcing] = useState(false);
  const navigate = useNavigate();
  const refusal = useRefusalAmong('send_plan', projects);
  const { preview, sent, busy, submit, undo } = sending;
  const send = async (reason?: string) => {
    setForcing(false);
    if (!(await submit(reason))) return;
    onSent();
    const [only] = projects;
    if (only && projects.length === 1) navigate(listing(only._id));
  };
  if (sent) {
    return (
      <Button icon="undo" disabled={busy || sent.activities.length === 0} onClick={() => void undo()}>
        {`Annuler ${countOf(sent.count, 'démarque', 'démarques')}`}
      </Button>
    );
  }
  const where = projects.length > 1 ? `aux ${projects.length} listings` : 'au listing';
  return (
    <>
      {refusal === null && <UnsaidLoss preview={preview} />}
      <Button
        tone={despite || impossible.length > 0 ? 'danger' : 'primary'}
        disabled={busy || !preview.isSuccess || count === 0 || refusal !== null}
        title={refusal ?? undefined}
        onClick={() => (impossible.length > 0 ? setForcing(true) : void send())}
      >
        {`Envoyer ${countOf(count, 'démarque')} ${where} ${despite}`.trimEnd()}
      </Button>
      {forcing && (
        <ForceDialog
          names={impossible}
          onClose={() => setForcing(false)}
          onForce={(reason) => void send(reason)}
        />
      )}
    </>
  );
}

/** What is sent, what is kept, and what that changes against the plan in force. */
function Summary(props: SendBarProps & { sent: number; impossible: boolean }) {
  const { base, comparison, horizon, currencies, choices, sent, impossible } = props;
  const change = sendingChange(
    comparison,
    base.run._id,
    horizon,
    Object.values(choices).map((choice) => choice.change),
  );
  const picked = Object.keys(choices).length;
  const figures = [
    { name: 'CA', value: change?.sales, currency: currencies.catalog },
    { name: 'Marge après invendus', value: change?.profit_after_leftovers, currency: currencies.accounting },
    { name: 'Budget', value: change?.discount_budget, currency: currencies.catalog },
  ];
  return (
    <p className={`${styles.summary} small`} data-part="summary">
      <span>
        {sendingText(sent, comparison.kept_user_count)}
        {picked > 0 && `, ${countOf(picked, 'produit pris', 'produits pris')} d’un autre résultat`}
      </span>
      {impossible && <b className="attention">plan impossible : le plus proche, règles dépassées</b>}
      <span className="muted">face à l’actuel :</span>
      {figures.map(({ name, value, currency }) => (
        <span key={name}>
          {name} <b className="computed">{formatCompactMoney(value ?? null, currency, true)}</b>
        </span>
      ))}
    </p>
  );
}
