import type { Project, Settings, View } from '@palier/contract';
import { featuredFields, formatShortDate } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useSession } from '../../lib/session/use-session.ts';
import { useStore } from '../../lib/store.ts';
import { useDensity } from '../../lib/use-density.ts';
import { animateScroll } from '../../ui/animated-scroll.ts';
import type { GridHandle } from '../../ui/grid/grid-context.ts';
import { rangeOf } from '../../ui/grid/selection.ts';
import type { GridSelection } from '../../ui/grid/types.ts';
import { useIsShort, useWindowWidth } from '../../ui/use-window-width.ts';
import { listFields } from './api/queries.ts';
import type { CellContext } from './cells/context.ts';
import { EffectBand } from './components/effect-band.tsx';
import { groupableFields } from './components/grouping-chips.tsx';
import { ListingGrid } from './components/listing-grid.tsx';
import { ListingPanels } from './components/listing-panels.tsx';
import { ModeTools } from './components/mode-tools.tsx';
import type { OpenPanel } from './components/panel-types.ts';
import { ReviewBand } from './components/review-band.tsx';
import { StatusBar } from './components/status-bar.tsx';
import { Toolbar } from './components/toolbar.tsx';
import { useEditedView, ViewBand } from './components/view-band.tsx';
import { nextSort, reorderColumns } from './model/grid-columns.ts';
import { forecastHorizon } from './model/horizon.ts';
import { nothingListed } from './model/nothing-listed.ts';
import { projectLevels, workedPhase } from './model/project-view.ts';
import { selectionOf } from './model/selection-of.ts';
import { rangeSums } from './model/sums.ts';
import { useBaseline } from './model/use-baseline.ts';
import { useCheckpoint } from './model/use-checkpoint.ts';
import { useDeeds } from './model/use-deeds.ts';
import { useEditSession } from './model/use-edit-session.ts';
import { useFullScreen } from './model/use-full-screen.ts';
import { useListingActions } from './model/use-listing-actions.ts';
import { useListingColumns } from './model/use-listing-columns.ts';
import type { ListingStateHandle } from './model/use-listing-state.ts';
import { type ListingTree, useListingTree } from './model/use-listing-tree.ts';
import { useLiveLines } from './model/use-live-lines.ts';
import { useNeeds, useNewNeeds } from './model/use-needs.ts';
import { useReferences } from './model/use-references.ts';
import { useReviewProgress } from './model/use-review-progress.ts';
import { useUndoKeys } from './model/use-undo-keys.ts';

export interface ListingScreenProps {
  project: Project;
  projects: readonly Project[];
  settings: Settings;
  views: readonly View[];
  handle: ListingStateHandle;
}

/** Scrolls to a line among the rows. */
function showLine(grid: GridHandle | null, rows: ListingTree['rows'], id: string): void {
  const row = rows.findIndex((candidate) => candidate.kind === 'line' && candidate.id === id);
  const scroller = grid?.scroller();
  if (row >= 0 && scroller) animateScroll(scroller, () => grid?.scrollToCell({ row, column: 0 }));
}

/** The listing once its project, settings and views are known. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the one place where the parts of the screen meet
export function ListingScreen({ project, projects, settings, views, handle }: ListingScreenProps): ReactNode {
  const { state, view, modified, change, changeParameters } = handle;
  const { parameters } = state;
  const user = useSession().user?.sub ?? null;
  const editedView = useEditedView(handle);
  const [dense, toggleDensity] = useDensity();
  const short = useIsShort();
  const chosen = dense || state.compact;
  const compact = chosen || short;
  const [fullScreen, toggleFullScreen] = useFullScreen();
  const [selection, setSelection] = useState<GridSelection | null>(null);
  const [panel, setPanel] = useState<OpenPanel | null>(null);
  const { checkpoint, mark, forget } = useCheckpoint(project._id);
  const grid = useRef<GridHandle | null>(null);
  const width = useWindowWidth();
  const fields = useQuery(listFields(project._id));
  const {
    layout,
    context: columnContext,
    fold,
  } = useListingColumns(project, handle, settings.unavailableFields, width);

  const featured = featuredFields(parameters, settings).join();
  const needs = useNeeds(layout.columns.map(({ id }) => id).join(), featured);

  const listingRef = useRef<ListingTree | null>(null);
  const session = useEditSession(project, () => listingRef.current?.refreshFigures());
  const total = useStore(session.total);
  const tableSelection = selectionOf(state);
  const request = {
    project: project._id,
    selection: tableSelection,
    by: parameters.groupBy,
    sort: parameters.sort,
    coverage_stat: parameters.coverageStat,
  };
  const listing = useListingTree(request, session, needs.hooks, handle);
  listingRef.current = listing;
  const phase = workedPhase(project);
  const ceiling = project.objective?.discount_pct_distribution_params?.discount_budget ?? null;
  const references = useReferences(
    project._id,
    tableSelection,
    parameters.groupBy,
    checkpoint?.since ?? null,
    ceiling,
    total !== null && total.discount_count > 0 && phase !== null,
  );
  useBaseline(session, references, listing.tree);
  useLiveLines({ project: project._id, user, session, listing });

  useNewNeeds(needs, listingRef);
  useUndoKeys(session.history);
  useDeeds(project._id, session.history, listingRef);

  const stamp = `${total?.discount_pct_reviewed_count} ${total?.discount_count}`;
  const everything = selectionOf({ ...state, validation: null });
  const progress = useReviewProgress(
    project._id,
    everything,
    parameters.groupBy,
    stamp,
    state.validation !== null,
  );
  const actions = useListingActions({
    project,
    session,
    listing: listingRef,
    selection: tableSelection,
    by: parameters.groupBy,
    q: state.q,
    product: state.product,
    open: setPanel,
    change,
  });
  const totalStock = total?.stock_qty ?? 0;
  const nothing = useMemo(() => nothingListed(state), [state]);
  const grouping = parameters.groupBy.join();
  const openProduct = state.product;
  const dataDate = project.snapshot?.data_date ?? project.data_date ?? null;
  const context = useMemo<CellContext>(
    () => ({
      compact,
      mode: state.mode,
      validation: state.validation !== null,
      levels: projectLevels(project),
      has_optimizations: project.has_optimizations,
      catalog_currency: project.catalog_currency,
      accounting_currency: project.accounting_currency,
      grouping: grouping ? grouping.split(',') : [],
      featured: featured ? featured.split(',') : [],
      coverage_stat: parameters.coverageStat,
      scenarios: project.scenarios,
      objective: project.objective?.discount_pct_distribution ?? null,
      total_stock: totalStock,
      data_date: dataDate,
      phase_starts: project.phases.map(({ start_date }) => start_date),
      horizon: forecastHorizon(project, dataDate),
      work_locked: project.working_phase === null,
      open_product: openProduct,
      references: references.find,
      actions: actions.cells,
    }),
    [
      compact,
      state.mode,
      state.validation,
      project,
      dataDate,
      grouping,
      featured,
      parameters.coverageStat,
      totalStock,
      openProduct,
      references.find,
      actions.cells,
    ],
  );
  const groupable = fields.data
    ? fields.data.filter((field) => field.groupable && !/_rank$/.test(field.id))
    : groupableFields();
  const fieldLabel = (id: string): string => fields.data?.find((field) => field.id === id)?.label ?? id;
  const sums = useMemo(
    () => (selection ? rangeSums(listing.rows, layout.columns, rangeOf(selection)) : null),
    [selection, listing.rows, layout],
  );
  const currencies = {
    catalog_currency: project.catalog_currency,
    accounting_currency: project.accounting_currency,
  };

  return (
    <main className="ls-page" id="contenu" data-full={fullScreen} data-panel={openProduct !== null}>
      <title>{`Listing · ${project.shortName} · Palier`}</title>
      <h1 className="visually-hidden">{`Listing de ${project.shortName}`}</h1>
      <ModeTools
        mode={state.mode}
        validation={state.validation !== null}
        total={state.validation ? progress.total : total}
        phase={phase?.label ?? null}
        context={
          phase
            ? `${phase.label} travaillée, départ ${formatShortDate(project.phases[phase.index]?.start_date)}`
            : 'Aucune démarque travaillée'
        }
        onMode={(mode) => {
          // Edits are saved as they are made: only those that wait for the connection are at stake.
          const waiting = session.queue.state.get().status === 'offline';
          if (mode !== state.mode && waiting) setPanel({ kind: 'leave', mode });
          else change({ mode });
        }}
        onValidation={() => change({ validation: state.validation ? null : 'todo' })}
        onValidatePhase={() => setPanel({ kind: 'validate' })}
      />
      <div className="ls-split">
        <div className="ls-main" data-tags={layout.columns.some(({ id }) => id === 'tags')}>
          <Toolbar
            state={state}
            view={view}
            modified={modified}
            compact={compact}
            fullScreen={fullScreen}
            busy={listing.changing || listing.refreshing}
            grouping={groupable}
            fieldLabel={fieldLabel}
            templates={settings.exportTemplates}
            currencies={currencies}
            onGroup={(groupBy) => changeParameters({ groupBy })}
            onSearch={actions.search}
            onClearFilter={() => changeParameters({ searchQuery: null })}
            onClearActivity={() => change({ activity_id: null })}
            onOpen={(kind) => setPanel({ kind })}
            onDensity={() => {
              if (dense === chosen) toggleDensity();
              change({ compact: !chosen }, true);
            }}
            onFullScreen={toggleFullScreen}
            onOpenAll={() => void listing.tree?.openAll()}
            onCloseAll={() => listing.tree?.closeAll()}
            onRefresh={() => void listing.refresh()}
            onExport={(template) => actions.exportAs(template, parameters)}
            onToggleIncluded={() => changeParameters({ included: !parameters.included })}
            onToggleZero={() => changeParameters({ hideZeroPercent: !parameters.hideZeroPercent })}
          />
          {editedView ? (
            <ViewBand key={editedView._id} view={editedView} handle={handle} />
          ) : state.validation ? (
            <ReviewBand
              scope={state.validation}
              total={progress.total}
              groups={progress.groups}
              context={context}
              onScope={(validation) => change({ validation })}
            />
          ) : (
            <EffectBand
              session={session}
              total={total}
              references={references}
              {...currencies}
              checkpoint={checkpoint}
              onCheckpoint={() => {
                session.checkpoint();
                void mark();
              }}
              onForget={() => {
                session.checkpoint();
                void forget();
              }}
            />
          )}
          <ListingGrid
            listing={listing}
            layout={layout}
            context={context}
            total={total}
            project_count={project.snapshot?.discount_count ?? null}
            nothing={nothing}
            onWiden={actions.widen}
            selection={selection}
            onSelect={setSelection}
            sort={parameters.sort}
            onSort={(column) =>
              column.sort_field && changeParameters({ sort: nextSort(parameters.sort, column.sort_field) })
            }
            onResize={(id, pixels) =>
              changeParameters(
                { customColumnWidths: { ...parameters.customColumnWidths, [id]: pixels } },
                true,
              )
            }
            onMove={(id, before) =>
              changeParameters({ columns: reorderColumns(parameters.columns, id, before) })
            }
            onFold={fold}
            onEdit={actions.edit}
            onEditGroup={actions.editGroup}
            onReview={actions.review}
            onUndo={() => void session.history.undo()}
            onRedo={() => void session.history.redo()}
            onMenu={(cell, point) => setPanel({ kind: 'menu', cell, point })}
            onColumnMenu={({ id }, point) => setPanel({ kind: 'column-menu', column: id, point })}
            handle={grid}
          />
          <StatusBar
            sums={sums}
            count={total?.discount_count ?? null}
            {...currencies}
            validation={state.validation !== null}
            objective={context.objective !== null}
            onShortcuts={() => setPanel({ kind: 'shortcuts' })}
          />
        </div>
        <ListingPanels
          panel={panel}
          setPanel={setPanel}
          project={project}
          projects={projects}
          settings={settings}
          views={views}
          handle={handle}
          listing={listing}
          layout={layout}
          session={session}
          selection={tableSelection}
          context={context}
          columnContext={columnContext}
          fields={fields.data ?? []}
          onDone={() => {
            grid.current?.focus();
          }}
          onShow={(id) => showLine(grid.current, listing.rows, id)}
        />
      </div>
    </main>
  );
}
