import type { Project, Settings, View } from '@palier/contract';
import { FIELDS, featuredFields, formatShortDate } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { listFields } from '../../../lib/calls/list-fields.ts';
import { convertedTexts } from '../../../lib/converted-text.ts';
import { groupableFields } from '../../../lib/filter/filter-fields.ts';
import { horizonText, salesLabel } from '../../../lib/horizon-text.ts';
import { missingFacts } from '../../../lib/missing-facts.ts';
import { paths } from '../../../lib/paths.ts';
import { useMakePriceFile } from '../../../lib/prices/make-price-file.ts';
import { useChangedPrices } from '../../../lib/prices/use-changed-prices.ts';
import { usePhaseAction } from '../../../lib/session/phase-step.ts';
import { useHorizon } from '../../../lib/use-horizon.ts';
import { animateScroll } from '../../../ui/animated-scroll.ts';
import { DataNote } from '../../../ui/data-note.tsx';
import type { GridHandle } from '../../../ui/grid/grid-context.ts';
import { rangeOf } from '../../../ui/grid/selection.ts';
import type { GridSelection } from '../../../ui/grid/types.ts';
import { MissingData } from '../../../ui/missing-data.tsx';
import { useWindowWidth } from '../../../ui/use-window-width.ts';
import { useCellContext } from '../cells/use-cell-context.ts';
import { useCheckpoint } from '../edit/use-checkpoint.ts';
import { selectionOfGroup } from '../groups/selection-of.ts';
import { toggleChanged } from '../review/changed-filter.ts';
import { nextSort, reorderColumns } from '../rows/grid-columns.ts';
import { ListingGrid } from '../rows/listing-grid.tsx';
import { nothingListed } from '../rows/nothing-listed.ts';
import { StatusBar } from '../rows/status-bar.tsx';
import { rangeSums } from '../rows/sums.ts';
import { useListingColumns } from '../rows/use-listing-columns.ts';
import type { ListingTree } from '../rows/use-listing-tree.ts';
import { useRowHeight } from '../rows/use-row-height.ts';
import { ListingBand } from './listing-band.tsx';
import { ListingPanels } from './listing-panels.tsx';
import styles from './listing-screen.module.css';
import { ModeTools } from './mode-tools.tsx';
import type { OpenPanel, ValidationPanel } from './panel-types.ts';
import { workedPhase } from './project-view.ts';
import { Toolbar } from './toolbar.tsx';
import { useFullScreen } from './use-full-screen.ts';
import { useListingActions } from './use-listing-actions.ts';
import { useListingData } from './use-listing-data.ts';
import type { ListingStateHandle } from './use-listing-state.ts';
import { useWantedCell } from './use-wanted-cell.ts';

export interface ListingScreenProps {
  project: Project;
  projects: readonly Project[];
  settings: Settings;
  views: readonly View[];
  handle: ListingStateHandle;
  validation: ValidationPanel;
}

/** Scrolls to a line among the rows. */
function showLine(grid: GridHandle | null, rows: ListingTree['rows'], id: string): void {
  const row = rows.findIndex((candidate) => candidate.kind === 'line' && candidate.id === id);
  const scroller = grid?.scroller();
  if (row >= 0 && scroller) animateScroll(scroller, () => grid?.scrollToCell({ row, column: 0 }));
}

/** The listing once its project, settings and views are known. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the one place where the parts of the screen meet
export function ListingScreen(props: ListingScreenProps): ReactNode {
  const { project, projects, settings, views, handle } = props;
  const { state, view, modified, change, changeParameters } = handle;
  const { parameters } = state;
  const { compact, toggle: toggleDensity } = useRowHeight(handle);
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
  const {
    session,
    listing,
    latest,
    total,
    references,
    progress,
    selection: tableSelection,
  } = useListingData(project, handle, {
    columns: layout.columns,
    featured,
    since: checkpoint?.since ?? null,
  });
  const showCell = useWantedCell(state, { rows: listing.rows, layout, grid, onSelect: setSelection });
  const phase = workedPhase(project);
  const action = usePhaseAction(project, phase?.label ?? '');
  const maker = useMakePriceFile(project._id);
  const actions = useListingActions({
    project,
    session,
    listing: latest,
    selection: tableSelection,
    by: parameters.groupBy,
    q: state.q,
    product: state.product,
    open: setPanel,
    makePriceFile: maker.mutate,
    change,
    changeParameters,
  });
  const nothing = useMemo(() => nothingListed(state), [state]);
  const context = useCellContext({
    ...{ project, state, compact, featured, total },
    ...{ references: references.find, actions: actions.cells },
  });
  // The catalogue's, for when the project's own are not known yet.
  const groupable = fields.data
    ? groupableFields(fields.data)
    : groupableFields(FIELDS.filter(({ technical }) => !technical));
  const fieldLabel = (id: string): string => fields.data?.find((field) => field.id === id)?.label ?? id;
  const [horizon] = useHorizon();
  const sums = useMemo(
    () => (selection ? rangeSums(listing.rows, layout.columns, rangeOf(selection), horizon) : null),
    [selection, listing.rows, layout, horizon],
  );
  const currencies = {
    catalog_currency: project.catalog_currency,
    accounting_currency: project.accounting_currency,
  };

  const missing = missingFacts(project);
  const inOther = convertedTexts(project);
  const changedPrices = useChangedPrices(project._id);

  return (
    <main
      className={styles.page}
      id="contenu"
      data-screen="listing"
      data-full={fullScreen}
      data-panel={state.product !== null}
    >
      <title>{`Listing · ${project.shortName} · Palier`}</title>
      <h1 className="visually-hidden">{`Listing de ${project.shortName}`}</h1>
      <ModeTools
        mode={state.mode}
        validation={state.validation !== null}
        total={state.validation ? progress.total : total}
        phase={phase && action}
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
      {inOther && (
        <DataNote
          notes={inOther.converted}
          problems={inOther.unknown}
          action={{ label: 'Importer des taux de change', to: paths.imports() }}
        />
      )}
      {changedPrices && (
        <DataNote
          label="Fichier de prix"
          notes={[]}
          problems={[changedPrices.text]}
          action={{ label: 'Voir la différence', to: changedPrices.to, icon: 'arrow-right' }}
        />
      )}
      {missing && (
        <MissingData {...missing} banner importPath={missing.importAgain ? paths.imports() : null} />
      )}
      <div className={styles.split}>
        <div className={styles.main} data-tags={layout.columns.some(({ id }) => id === 'tags')}>
          <Toolbar
            state={state}
            view={view}
            modified={modified}
            compact={compact}
            fullScreen={fullScreen}
            busy={listing.changing || listing.refreshing}
            changed={total?.changed_since_review_count ?? 0}
            onChanged={() => changeParameters({ searchQuery: toggleChanged(parameters.searchQuery) })}
            grouping={groupable}
            fieldLabel={fieldLabel}
            templates={settings.exportTemplates}
            project={project}
            currencies={currencies}
            onGroup={(groupBy) => changeParameters({ groupBy })}
            onSearch={actions.search}
            onClearFilter={() => changeParameters({ searchQuery: null })}
            onClearActivity={() => change({ activity_id: null })}
            onOpen={(kind) => setPanel({ kind })}
            onDensity={toggleDensity}
            onFullScreen={toggleFullScreen}
            onOpenAll={() => void listing.tree?.openAll()}
            onCloseAll={() => listing.tree?.closeAll()}
            onRefresh={() => void listing.refresh()}
            onExport={(template, phase) => actions.exportAs(template, parameters, phase)}
            onToggleIncluded={() => changeParameters({ included: !parameters.included })}
            onToggleZero={() => changeParameters({ hideZeroPercent: !parameters.hideZeroPercent })}
          />
          <ListingBand
            handle={handle}
            session={session}
            total={total}
            references={references}
            progress={progress}
            context={context}
            project={project}
            checkpoint={checkpoint}
            onCheckpoint={mark}
            onForget={forget}
          />
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
            tried={(group) => ({
              ...{ project: project._id, version: session.edition },
              selection: selectionOfGroup(tableSelection, parameters.groupBy, group),
            })}
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
            days={{ chosen: horizonText(project, horizon), end: horizonText(project, 'end') }}
            salesLabel={salesLabel(project)}
            count={total?.discount_count ?? null}
            {...currencies}
            validation={state.validation !== null}
            objective={context.objective !== null}
            compact={compact}
            onCompact={toggleDensity}
            onShortcuts={() => setPanel({ kind: 'shortcuts' })}
          />
        </div>
        <ListingPanels
          panel={panel}
          setPanel={setPanel}
          validation={props.validation}
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
          onEditLine={(id) => {
            change({ mode: 'discount' });
            showCell(id);
          }}
        />
      </div>
    </main>
  );
}
