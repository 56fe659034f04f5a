import { formatQuantity } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo } from 'react';
import { errorMessage } from '../../../lib/api/errors.ts';
import { notifySuccess } from '../../../lib/notifications.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/marks.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { readProduct } from '../api/queries.ts';
import { lineTitle } from '../cells/product.tsx';
import listingSkeletonStyles from '../rows/listing-skeleton.module.css';
import type { Line } from '../rows/row.ts';
import { Announced } from './announced.tsx';
import { Comments } from './comments.tsx';
import { Identity, Levels } from './identity.tsx';
import { findNeighbours } from './neighbours.ts';
import type { ProductPanelProps } from './part.ts';
import styles from './product-panel.module.css';
import { Curve, Decisions, Sensitivity, Why } from './reasons.tsx';
import { Daily, Fan, Sizes } from './stock-and-sales.tsx';

/** Everything that explains a product's discount, beside the listing. */
export function ProductPanel(props: ProductPanelProps): ReactNode {
  const { project, itemGroup, handle, context } = props;
  const { rows, tree } = props.listing;
  const query = useQuery(readProduct(project._id, itemGroup));
  const {
    line: shown,
    rank,
    count,
    previous,
    next,
    unloaded,
  } = useMemo(() => findNeighbours(rows, itemGroup), [rows, itemGroup]);
  useEffect(() => {
    if (unloaded !== null) void tree?.loadMore(unloaded);
  }, [tree, unloaded]);
  const asked = query.data?.line as Line | undefined;
  // The listing's line has the latest edits; the product's own answer has every field.
  const line = shown ? { ...asked, ...shown } : (asked ?? null);
  const go = (target: Line | null): void => {
    if (!target) return;
    handle.change({ product: target.item_group_id }, true);
    props.onShow(target._id);
  };
  const close = (): void => {
    handle.change({ product: null }, true);
    props.onDone();
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (
        event.key === 'Escape' &&
        !document.querySelector('dialog[open]') &&
        !document.querySelector('[data-part=editor]')
      )
        close();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
  const part = line ? { ...props, line, product: query.data } : null;
  return (
    <aside
      className={styles.panel}
      data-part="panel"
      aria-label={line ? lineTitle(line) : 'Produit'}
      aria-busy={query.isPending}
    >
      <header className={styles.head}>
        <IconButton
          tone="quiet"
          icon="chevron-up"
          label="Produit précédent"
          disabled={!previous}
          onClick={() => go(previous)}
        />
        <IconButton
          tone="quiet"
          icon="chevron-down"
          label="Produit suivant"
          disabled={!next}
          onClick={() => go(next)}
        />
        <span className="muted">
          {rank === null ? '' : `${formatQuantity(rank)} sur ${formatQuantity(count)}`}
        </span>
        <span className="spacer" />
        {line && shown ? (
          <Button
            small
            icon="check"
            pressed={line.discount_pct_reviewed === true}
            onClick={() => context.actions.reviewLine(line)}
          >
            {line.discount_pct_reviewed ? 'Revu' : 'Marquer revu'}
          </Button>
        ) : null}
        <Button
          small
          icon="link"
          onClick={() => {
            void navigator.clipboard.writeText(window.location.href).then(() => notifySuccess('Lien copié'));
          }}
        >
          Copier le lien
        </Button>
        <IconButton tone="quiet" icon="close" label="Fermer le panneau" onClick={close} />
      </header>
      {query.isError && !line ? (
        <ErrorState title="Ce produit n’a pas pu être chargé" onRetry={() => void query.refetch()}>
          {errorMessage(query.error)}
        </ErrorState>
      ) : null}
      {part ? (
        <div className={styles.body}>
          <Identity {...part} />
          <Levels {...part} />
          <div className={styles.columns}>
            <div>
              <Sizes {...part} />
              <Daily {...part} />
              <Announced {...part} />
              <Fan {...part} />
            </div>
            <div>
              <Curve {...part} />
              <Why {...part} />
              <Sensitivity {...part} />
              <Decisions {...part} />
              <Comments project={project._id} line={part.line} />
            </div>
          </div>
          {query.isError ? (
            <p className="attention">{`Le détail n’a pas pu être chargé : ${errorMessage(query.error)}`}</p>
          ) : null}
        </div>
      ) : query.isPending ? (
        <div className={listingSkeletonStyles.rows}>
          <Skeleton height={110} />
          <Skeleton height={60} />
          <Skeleton height={300} />
        </div>
      ) : null}
    </aside>
  );
}
