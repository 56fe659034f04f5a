import type { EventData } from '@palier/contract';
import { countOf, formatPercent } from '@palier/domain';
import { useEffect, useState } from 'react';
import { onLiveEvent } from '../../lib/live/connection.ts';
import { ProgressBar } from '../../ui/marks.tsx';
import styles from './act-progress.module.css';

const DOING = {
  edit: 'Modification de',
  undo: 'Annulation de',
  plan: 'Envoi du plan de',
  goal: 'Objectif de',
} as const satisfies Record<EventData<'act'>['kind'], string>;

type Act = Pick<EventData<'act'>, 'kind' | 'line_count' | 'share'>;

function readAct({ kind, line_count, share }: Record<string, unknown>): Act | null {
  return isKind(kind) && typeof line_count === 'number' && typeof share === 'number'
    ? { kind, line_count, share }
    : null;
}

const isKind = (kind: unknown): kind is Act['kind'] => typeof kind === 'string' && kind in DOING;
/** The server says more often than that how far it has come: it is no longer heard. */
const SILENCE = 15_000;

/** How far an act of one's own on very many products has come, once it lasts. */
export function ActProgress() {
  const [act, setAct] = useState<Act | null>(null);
  useEffect(() => {
    const leave = onLiveEvent(({ type, data }) => {
      if (type === 'reconnected') setAct(null);
      if (type !== 'act') return;
      const act = readAct(data);
      setAct(act && act.share < 1 ? act : null);
    });
    return leave;
  }, []);
  useEffect(() => {
    if (act === null) return undefined;
    const silent = setTimeout(() => setAct(null), SILENCE);
    return () => clearTimeout(silent);
  }, [act]);
  if (act === null) return null;
  const label = `${DOING[act.kind]} ${countOf(act.line_count, 'produit')}`;
  return (
    <div className={styles.strip} data-part="act-progress">
      <span>{label}</span>
      <ProgressBar share={act.share} label={label} tone="neutral" />
      <span className={styles.share}>{formatPercent(Math.round(act.share * 100), 0)}</span>
    </div>
  );
}
