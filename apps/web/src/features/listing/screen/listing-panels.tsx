import { lazy, type ReactNode, Suspense } from 'react';
import { useStore } from '../../../lib/store.ts';
import { CellMenu } from '../edit/cell-menu.tsx';
import { ConflictDialog } from '../edit/conflict-dialog.tsx';
import { HistoryDialog } from '../edit/history-dialog.tsx';
import { ImportDialog } from '../edit/import-dialog.tsx';
import { LeaveDialog } from '../edit/leave-dialog.tsx';
import { FeaturedDialog } from '../filter/featured-dialog.tsx';
import { MissingDialog } from '../filter/missing-dialog.tsx';
import { GoalDialog } from '../goals/goal-dialog.tsx';
import { GroupEditDialog } from '../groups/group-edit-dialog.tsx';
import { GroupInclusionDialog } from '../groups/group-inclusion-dialog.tsx';
import styles from '../product/product-panel.module.css';
import { ColumnMenu } from '../rows/column-menu.tsx';
import { ColumnsDrawer } from '../rows/columns-drawer.tsx';
import { SyncDialog } from '../sync/sync-dialog.tsx';
import { ViewsDrawer } from '../views/views-drawer.tsx';
import { ActivityDrawer } from './activity-drawer.tsx';
import type { PanelProps, PanelsProps } from './panel-types.ts';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';

// The filter builder and the product's charts are heavy: they come when they are first opened.
const FilterDialog = lazy(async () => ({
  default: (await import('../filter/filter-dialog.tsx')).FilterDialog,
}));
const ProductPanel = lazy(async () => ({
  default: (await import('../product/product-panel.tsx')).ProductPanel,
}));

function ValidatePanel({ validation, project, session, onClose }: Omit<PanelProps, 'panel'>): ReactNode {
  const { unsent } = useStore(session.queue.state);
  return validation({ project, unsent, onClose });
}

function CurrentPanel({ panel, ...props }: PanelProps): ReactNode {
  switch (panel?.kind) {
    case 'views':
      return <ViewsDrawer {...props} panel={null} />;
    case 'columns':
      return <ColumnsDrawer {...props} panel={null} />;
    case 'activity':
      return <ActivityDrawer {...props} panel={null} />;
    case 'filter':
      return <FilterDialog {...props} panel={null} />;
    case 'import':
      return <ImportDialog {...props} panel={null} />;
    case 'sync':
      return <SyncDialog {...props} panel={null} />;
    case 'missing':
      return <MissingDialog {...props} panel={null} />;
    case 'featured':
      return <FeaturedDialog {...props} panel={null} />;
    case 'shortcuts':
      return <ShortcutsDialog onClose={props.onClose} />;
    case 'validate':
      return <ValidatePanel {...props} />;
    case 'optimise':
      return <GoalDialog {...props} panel={null} target={null} />;
    case 'goal':
      return <GoalDialog {...props} panel={null} target={panel.target} />;
    case 'history':
      return <HistoryDialog {...props} panel={null} line={panel.line} />;
    case 'leave': {
      const { mode } = panel;
      const giveUp = (): void => {
        props.session.queue.clear();
        props.handle.change({ mode });
        props.onClose();
      };
      return (
        <LeaveDialog
          unsent={props.session.queue.state.get().unsent}
          onGiveUp={giveUp}
          onClose={props.onClose}
        />
      );
    }
    case 'group-edit':
      return <GroupEditDialog {...props} panel={null} group={panel.group} value={panel.value} />;
    case 'group-inclusion':
      return <GroupInclusionDialog {...props} panel={null} group={panel.group} included={panel.included} />;
    case 'menu':
      return <CellMenu {...props} panel={null} cell={panel.cell} point={panel.point} />;
    case 'column-menu':
      return <ColumnMenu {...props} panel={null} column={panel.column} point={panel.point} />;
    default:
      return null;
  }
}

/** The drawers and dialogs of the listing, one at a time, and the product's panel beside the grid. */
export function ListingPanels(props: PanelsProps): ReactNode {
  const onClose = (): void => {
    props.setPanel(null);
    props.onDone();
  };
  const { product } = props.handle.state;
  return (
    <>
      {product ? (
        <Suspense fallback={<aside className={styles.panel} data-part="panel" aria-busy="true" />}>
          <ProductPanel key={product} {...props} itemGroup={product} />
        </Suspense>
      ) : null}
      <Suspense fallback={null}>
        <CurrentPanel {...props} onClose={onClose} />
      </Suspense>
      <ConflictDialog session={props.session} listing={props.listing} />
    </>
  );
}
