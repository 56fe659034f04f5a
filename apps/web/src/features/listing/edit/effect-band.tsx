import type { Project } from '@palier/contract';
import {
  formatCompactMoney,
  formatDelta,
  formatInUnitOf,
  formatMoney,
  formatQuantity,
  type Horizon,
} from '@palier/domain';
import type { ReactNode } from 'react';
import { momentText } from '../../../lib/activity-time.ts';
import type { BudgetRoom } from '../../../lib/budget-room.ts';
import { countOf, french } from '../../../lib/french.ts';
import { horizonOptions, horizonText, salesLabel } from '../../../lib/horizon-text.ts';
import { whyNoLastYear } from '../../../lib/last-year.ts';
import { useCosts } from '../../../lib/session/use-costs.ts';
import { lossOfStanding } from '../../../lib/standing-loss.ts';
import { useStore } from '../../../lib/store.ts';
import { useHorizon } from '../../../lib/use-horizon.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Scale, ScaleLegend, type ScaleMark } from '../../../ui/scale.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import type { Group } from '../rows/row.ts';
import shared from '../shared.module.css';
import type { EditSession } from './edit-session.ts';
import { effectOf, figuresOf } from './effect.ts';
import styles from './effect-band.module.css';
import { useChangeCount } from './use-change-count.ts';
import type { Checkpoint } from './use-checkpoint.ts';
import { type ReferenceMeasure, type References, referenceMarks } from './use-references.ts';

interface MeasureProps {
  label: string;
  /** « jusqu’au 21 juil. » */
  days: string;
  now: number | null;
  before: number | null;
  currency: string | null;
  marks: readonly ScaleMark[];
  note?: string | undefined;
  noteTitle?: string | undefined;
  /** Why last year's value is not known. */
  noPast?: string | null;
  /** Red: the figure is below what it is read against. */
  lost?: boolean;
}

/** As the rows write it: what an edit changes stands beside, in full. */
const short = (value: number | null, currency: string | null): string =>
  currency ? formatCompactMoney(value, currency) : formatQuantity(value);

function Measure({
  label,
  days,
  now,
  before,
  currency,
  marks,
  note,
  noteTitle,
  lost,
  noPast = null,
}: MeasureProps): ReactNode {
  const change = now !== null && before !== null ? now - before : 0;
  const changed = Math.abs(change) >= 0.5;
  const full = currency ? formatMoney(now, currency) : formatQuantity(now);
  const named = marks.map((mark) => ({
    ...mark,
    text: `${mark.label} ${short(mark.value, currency)}`,
    brief: `${mark.label} ${formatInUnitOf(mark.value, currency ? (now ?? 0) : 0)}`,
  }));
  const shown = now ?? 0;
  const former = changed && before !== null ? before : undefined;
  return (
    <div>
      <div className={styles.title}>
        <b>{label}</b>
        {note ? (
          <span className={`muted small ${shared.wideOnly}`} title={noteTitle}>
            {note}
          </span>
        ) : null}
        <span className="spacer" />
        <span className="muted small">{days}</span>
      </div>
      <div className={styles.line}>
        {former !== undefined ? (
          <>
            <span className={styles.before}>{short(former, currency)}</span>
            <span className="muted">→</span>
          </>
        ) : null}
        <span className={lost ? `${styles.after} ${styles.lost}` : styles.after} title={full}>
          {short(now, currency)}
        </span>
        {changed ? (
          <span className={styles.change}>
            {currency ? formatCompactMoney(change, currency, true) : formatDelta(change)}
          </span>
        ) : null}
      </div>
      {now === null ||
      marks.length === 0 ||
      [now, ...marks.map((mark) => mark.value)].every((value) => Math.abs(value) < 0.5) ? null : (
        <>
          <Scale value={shown} before={former} marks={marks} label={`${label} : ${full}`} />
          <ScaleLegend marks={named} unknown={noPast ? { label: 'N−1', why: noPast } : null} />
        </>
      )}
    </div>
  );
}

const WAITING = { do: 'Écriture…', undo: 'Annulation…', redo: 'Rétablissement…' };

function changeCountText(count: number): string {
  return count === 0 ? 'Aucune modification' : countOf(count, 'modification', 'modifications');
}

function Saving({ session, onRetry }: { session: EditSession; onRetry: () => void }): ReactNode {
  const { status, unsent } = useStore(session.queue.state);
  const waiting = useStore(session.history.waiting);
  if (status === 'offline') {
    return (
      <button
        type="button"
        className={`${styles.saving} attention`}
        data-part="saving"
        onClick={onRetry}
        title={`${countOf(unsent, 'non envoyée', 'non envoyées')}\u202f: connexion perdue. Réessayer`}
      >
        <Icon name="warning" size={14} />
        {countOf(unsent, 'non envoyée', 'non envoyées')}
        <span className={shared.wideOnly}>{'\u202f: connexion perdue'}</span>
      </button>
    );
  }
  const writes = waiting ? WAITING[waiting.step] : 'Enregistrement…';
  const isWriting = waiting !== null || status === 'sending';
  return (
    <span className={`${styles.saving} muted`} data-part="saving" role="status" title={waiting?.label}>
      <Icon name={isWriting ? 'refresh' : 'check'} size={14} className={isWriting ? '' : 'good'} />
      {isWriting ? writes : 'Enregistré'}
    </span>
  );
}

/** « depuis l’ouverture, 9:12 », or the user's checkpoint with the way to give it up. */
function Since({ checkpoint, onForget }: { checkpoint: Checkpoint | null; onForget: () => void }): ReactNode {
  const moment = checkpoint ? sinceText(checkpoint) : 'depuis l’ouverture';
  return (
    <>
      <span className={`muted small ${styles.since}`} title={moment}>
        {moment}
      </span>
      {checkpoint?.kept ? (
        <IconButton
          small
          tone="quiet"
          icon="close"
          label="Repartir de maintenant, sans point de reprise"
          onClick={onForget}
        />
      ) : null}
    </>
  );
}

function sinceText({ at, kept, sent }: Checkpoint): string {
  if (sent) return 'avec l’envoi de l’optimisation';
  const sameDay = new Date(at).toDateString() === new Date().toDateString();
  const hour = new Date(at).toLocaleTimeString('fr-FR', { hour: 'numeric', minute: '2-digit' });
  const moment = sameDay ? hour : momentText(at);
  return kept ? `depuis ${moment}, point de reprise` : `depuis l’ouverture, ${moment}`;
}

export interface EffectBandProps {
  session: EditSession;
  total: Group | null;
  references: References;
  project: Project;
  /** How the budget stands to the project's ceiling under a horizon; null where the lines listed are not all its own. */
  roomOf: (horizon: Horizon) => BudgetRoom | null;
  catalog_currency: string;
  accounting_currency: string;
  checkpoint: Checkpoint | null;
  onCheckpoint: () => void;
  onForget: () => void;
}

/** What the session's edits change, before → after, against the references; and the way back. */
export function EffectBand(props: EffectBandProps): ReactNode {
  const { session, total, references, catalog_currency: catalog, accounting_currency: accounting } = props;
  const { done, undone } = useStore(session.history.state);
  const [horizon, chooseHorizon] = useHorizon();
  const before = total?.before?.[horizon];
  const costs = useCosts();
  const now = total ? figuresOf(total, horizon) : null;
  const days = horizonText(props.project, horizon);
  const room = props.roomOf(horizon);
  // The ceiling is the worked phase's: it stands on no scale of other days.
  const ceilingMarks: ScaleMark[] =
    room && horizon === 'phase' ? [{ kind: 'ceiling', value: room.ceiling, label: 'Plafond' }] : [];
  const effect = total ? effectOf(total) : null;
  const whole = references.find([]);
  // The margin after leftovers exists to the end alone, and is read there whatever the switch says.
  const marksOf = (measure: ReferenceMeasure, over = horizon): ScaleMark[] =>
    referenceMarks(whole, over, measure);
  const past = references.last_year;
  const noPast = (over: Horizon, ofStock: boolean) => past && whyNoLastYear(past[over].unknown, ofStock);
  const count = useChangeCount(references, done.length);
  const nothing = whole?.end.nothing.profit_after_leftovers ?? null;
  const lost = lossOfStanding(
    { merit: now?.profit_after_leftovers ?? null, nothing, before: before?.profit_after_leftovers ?? null },
    accounting,
  );
  return (
    <>
      <section
        className={styles.band}
        data-part="effects"
        aria-label="Effet des modifications"
        data-changed={effect !== null}
      >
        <div>
          <Segmented
            small
            label="Jours des prévisions"
            value={horizon}
            options={horizonOptions(props.project)}
            onChange={chooseHorizon}
          />
          <div className={`side-by-side ${styles.head}`}>
            <b className="strong unbroken">{changeCountText(count)}</b>
            <Since checkpoint={props.checkpoint} onForget={props.onForget} />
          </div>
          <div className={`side-by-side ${styles.tools}`}>
            <Button
              small
              icon="undo"
              disabled={done.length === 0}
              aria-label="Annuler"
              title={done.at(-1) ? `Annuler : ${done.at(-1)?.label}` : 'Annuler'}
              onClick={() => void session.history.undo()}
            >
              <span className={shared.wideOnly}>Annuler</span>
            </Button>
            <Button
              small
              square
              icon="redo"
              aria-label="Rétablir"
              disabled={undone.length === 0}
              title={undone.at(-1)?.label ?? 'Rétablir'}
              onClick={() => void session.history.redo()}
            />
            <Button
              small
              icon="flag"
              aria-label="Point de reprise"
              title="Point de reprise"
              disabled={count === 0}
              onClick={props.onCheckpoint}
            >
              <span className={shared.wideOnly}>Point de reprise</span>
            </Button>
            <Saving session={session} onRetry={() => void session.queue.flush()} />
          </div>
        </div>
        <Measure
          label={salesLabel(props.project)}
          days={days}
          now={now?.sales ?? null}
          before={before?.sales ?? null}
          currency={catalog}
          marks={marksOf('sales')}
          noPast={noPast(horizon, false)}
        />
        {costs && (
          <Measure
            label="Marge après invendus"
            days={horizonText(props.project, 'end')}
            now={now?.profit_after_leftovers ?? null}
            before={before?.profit_after_leftovers ?? null}
            currency={accounting}
            marks={marksOf('profit_after_leftovers', 'end')}
            lost={lost !== ''}
            noPast={noPast('end', true)}
          />
        )}
        <Measure
          label="Stock restant"
          days={days}
          now={now?.stock ?? null}
          before={before?.stock ?? null}
          currency={null}
          marks={marksOf('stock')}
          noPast={noPast(horizon, true)}
        />
        <Measure
          label="Budget"
          days={days}
          now={now?.discount_budget ?? null}
          before={before?.discount_budget ?? null}
          currency={catalog}
          marks={[...marksOf('discount_budget'), ...ceilingMarks]}
          note={room?.text}
          noPast={noPast(horizon, false)}
        />
      </section>
      {lost && (
        <div className={styles.lossRow}>
          <AlertBox>{french(`Marge après invendus : ${lost}`)}</AlertBox>
        </div>
      )}
    </>
  );
}
