import { formatQuantity } from '@palier/domain';
import type { ReactNode } from 'react';
import { PartsBar } from '../../../ui/marks.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import type { CellContext } from '../cells/context.ts';
import { groupTitle } from '../cells/product.tsx';
import effectBandStyles from '../edit/effect-band.module.css';
import type { Group } from '../rows/row.ts';
import { VALIDATION_SCOPES, type ValidationScope } from '../screen/url-state.ts';
import shared from '../shared.module.css';

const SCOPE_LABELS = { todo: 'À revoir', all: 'À revoir et revus', done: 'Revus' };

interface ReviewBandProps {
  scope: ValidationScope;
  total: Group | null;
  groups: readonly Group[];
  context: CellContext;
  onScope: (scope: ValidationScope) => void;
}

function Progress({ group, title }: { group: Group; title: string }): ReactNode {
  const { discount_pct_reviewed_count: done, discount_count: count } = group;
  const left = count - done;
  return (
    <div>
      <div className={effectBandStyles.line}>
        <b className="strong">{title}</b>
        <span className="spacer" />
        <span className="muted">{`${formatQuantity(done)} / ${formatQuantity(count)}`}</span>
      </div>
      <PartsBar
        height={6}
        label={`${formatQuantity(done)} revus sur ${formatQuantity(count)}`}
        parts={[
          { key: 'done', value: done, color: 'var(--green-500)', label: 'Revus' },
          { key: 'left', value: left, color: 'var(--grey-300)', label: 'À revoir' },
        ]}
      />
      <span className={shared.note}>{left === 0 ? 'Tout est revu' : `${formatQuantity(left)} à revoir`}</span>
    </div>
  );
}

/** How far the review is, as a whole and in the first groups; and which lines are listed. */
export function ReviewBand({ scope, total, groups, context, onScope }: ReviewBandProps): ReactNode {
  return (
    <section className={effectBandStyles.band} data-part="effects" aria-label="Revue">
      <div>
        <div className={`side-by-side ${effectBandStyles.head}`}>
          <b className="strong">{formatQuantity(total?.discount_pct_reviewed_count)}</b>
          <span className="muted small">{`revus sur ${formatQuantity(total?.discount_count)}`}</span>
        </div>
        <Segmented
          small
          label="Validation"
          value={scope}
          onChange={onScope}
          options={VALIDATION_SCOPES.map((value) => ({ value, label: SCOPE_LABELS[value] }))}
        />
      </div>
      {groups.map((group) => (
        <Progress key={group.key} group={group} title={groupTitle(group, context)} />
      ))}
    </section>
  );
}
