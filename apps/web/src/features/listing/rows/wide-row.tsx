import { formatQuantity, NO_MATCH_MESSAGE } from '@palier/domain';
import type { ReactNode } from 'react';
import { countOf } from '../../../lib/french.ts';
import { Button } from '../../../ui/button.tsx';
import type { TreeLoader } from '../../../ui/grid/tree-loader.ts';
import type { GridRow } from '../../../ui/grid/types.ts';
import { Icon } from '../../../ui/icon.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import type { CellContext } from '../cells/context.ts';
import { DEPTH_GAP } from '../cells/render.tsx';
import shared from '../shared.module.css';
import type { NothingListed } from './nothing-listed.ts';
import type { Group, Line } from './row.ts';
import { PAGE_SIZE } from './use-listing-tree.ts';
import styles from './wide-row.module.css';

/** « 12 produits sur 516 », or how many there are when all are shown. */
function shownOfAll(shown: number, all: number | null): string {
  const count = countOf(shown, 'produit', 'produits');
  return all !== null && all !== shown ? `${count} sur ${formatQuantity(all)}` : count;
}

interface WideRowProps {
  row: GridRow<Group, Line>;
  tree: TreeLoader<Group, Line> | null;
  context: CellContext;
  nothing: NothingListed;
  onWiden: (undo: NothingListed['ways'][number]['undo']) => void;
}

function Nothing({ nothing, onWiden }: Pick<WideRowProps, 'nothing' | 'onWiden'>): ReactNode {
  return (
    <EmptyState
      icon="search"
      title={nothing.title}
      action={
        <span className="side-by-side">
          {nothing.ways.map(({ label, undo }) => (
            <Button key={label} onClick={() => onWiden(undo)}>
              {label}
            </Button>
          ))}
        </span>
      }
    >
      {nothing.help}
    </EmptyState>
  );
}

/** What happened, ended by a full stop. */
function sentence(text: string): string {
  return /[.!?…]$/.test(text) || text === '' ? text : `${text}.`;
}

/** Rows that are one cell: load more, nothing found, not loaded. */
export function WideRow({ row, tree, nothing, onWiden }: WideRowProps): ReactNode {
  if (row.kind === 'empty') {
    return row.depth === 0 ? (
      <Nothing nothing={nothing} onWiden={onWiden} />
    ) : (
      <span className="muted">{NO_MATCH_MESSAGE}</span>
    );
  }
  if (row.kind === 'error') {
    return (
      <ErrorState title="Le listing n’a pas pu être chargé" onRetry={() => void tree?.retry(row.parent)}>
        {`${sentence(row.node.error ?? '')} Vos modifications sont gardées.`}
      </ErrorState>
    );
  }
  if (row.kind !== 'more') return null;
  const { node } = row;
  const loaded = node.children.length;
  const left = node.leaf ? Math.max(0, node.total - loaded) : null;
  const next = left === null ? null : Math.min(PAGE_SIZE, left);
  return (
    <span className={styles.more} style={{ paddingLeft: row.depth * DEPTH_GAP }}>
      <Button small disabled={node.more === 'loading'} onClick={() => void tree?.loadMore(row.parent)}>
        {node.more === 'loading'
          ? 'Chargement…'
          : next === null
            ? 'Afficher la suite'
            : `Afficher ${countOf(next, 'produit')} de plus`}
      </Button>
      {node.more === 'error' ? (
        <span className={shared.error} role="alert">
          <Icon name="warning" size={14} />
          {node.error}
        </span>
      ) : left !== null && next !== null && left > next ? (
        <span className="muted small">{`${countOf(left - next, 'restant')} ensuite`}</span>
      ) : null}
    </span>
  );
}

/** First cell of the total: how many products the filter keeps, out of all of them. */
export function TotalTitle({
  total,
  count,
  error,
  onRetry,
}: {
  total: Group | null;
  count: number | null;
  error: string | null;
  onRetry: () => void;
}): ReactNode {
  return (
    <span className={styles.totals} data-part="totals">
      <b>Total du filtre</b>
      {error ? (
        <button type="button" className={shared.error} onClick={onRetry} title={error}>
          <Icon name="warning" size={14} />
          Réessayer
        </button>
      ) : (
        <span className={shared.note}>
          {total ? shownOfAll(total.discount_count, count) : formatQuantity(null)}
        </span>
      )}
    </span>
  );
}
