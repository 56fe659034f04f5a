import type { Project, Settings, View } from '@palier/contract';
import { formatQuantity, querySummary } from '@palier/domain';
import { type ReactNode, useRef } from 'react';
import type { SectionedField } from '../../../lib/filter/filter-fields.ts';
import { type StandingProject, useActRefusal } from '../../../lib/session/use-refusal.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Menu, type MenuEntry } from '../../../ui/menu.tsx';
import { useRovingFocus } from '../../../ui/use-roving-focus.ts';
import { ExportMenu } from '../export/export-menu.tsx';
import { SearchBox } from '../filter/search-box.tsx';
import { GroupingChips } from '../groups/grouping-chips.tsx';
import { showsChanged } from '../review/changed-filter.ts';
import shared from '../shared.module.css';
import type { Panel } from './panel-types.ts';
import styles from './toolbar.module.css';
import type { ListingState } from './url-state.ts';

export interface ToolbarProps {
  state: ListingState;
  view: View | null;
  modified: boolean;
  compact: boolean;
  fullScreen: boolean;
  busy: boolean;
  /** Products whose discount was changed after its review. */
  changed: number;
  onChanged: () => void;
  grouping: readonly (SectionedField & { label: string })[];
  fieldLabel: (id: string) => string;
  templates: Settings['exportTemplates'];
  project: StandingProject & Pick<Project, '_id'>;
  currencies: { catalog_currency: string; accounting_currency: string };
  onGroup: (by: string[]) => void;
  onSearch: (q: string) => void;
  onClearFilter: () => void;
  onClearActivity: () => void;
  onOpen: (panel: Panel) => void;
  onDensity: () => void;
  onFullScreen: () => void;
  onOpenAll: () => void;
  onCloseAll: () => void;
  onRefresh: () => void;
  onExport: (template: string, phase?: number) => void;
  onToggleIncluded: () => void;
  onToggleZero: () => void;
}

function FilterButton({ state, fieldLabel, currencies, onOpen, onClearFilter }: ToolbarProps): ReactNode {
  const text = querySummary(state.parameters.searchQuery, { fieldLabel, ...currencies });
  return (
    <span className={text ? `${styles.filter} ${styles.filtered}` : styles.filter} data-part="filter">
      <button
        type="button"
        title={text || 'Filtrer'}
        aria-label={text ? `Filtrer\u202f: ${text}` : 'Filtrer'}
        onClick={() => onOpen('filter')}
      >
        <Icon name="filter" />
        <span>{text || 'Filtrer'}</span>
      </button>
      {text ? (
        <button
          type="button"
          aria-label="Retirer le filtre"
          title="Retirer le filtre"
          onClick={onClearFilter}
        >
          <Icon name="close" size={12} />
        </button>
      ) : null}
    </span>
  );
}

/** @param unsynced why no discounts may be taken from another project; null when they may */
function moreEntries(props: ToolbarProps, unsynced: string | null): MenuEntry[] {
  const { parameters } = props.state;
  return [
    { kind: 'action', label: 'Tout ouvrir', icon: 'plus', onSelect: props.onOpenAll },
    { kind: 'action', label: 'Tout fermer', icon: 'minus', onSelect: props.onCloseAll },
    { kind: 'action', label: 'Actualiser', icon: 'refresh', onSelect: props.onRefresh },
    { kind: 'separator', label: 'filtres' },
    {
      kind: 'action',
      label: parameters.included ? 'Montrer aussi les produits exclus' : 'Ne montrer que les produits inclus',
      icon: 'eye',
      onSelect: props.onToggleIncluded,
    },
    {
      kind: 'action',
      label: parameters.hideZeroPercent
        ? 'Montrer les produits à 0\u202f%'
        : 'Masquer les produits à 0\u202f%',
      icon: 'eye',
      onSelect: props.onToggleZero,
    },
    { kind: 'separator', label: 'données' },
    { kind: 'action', label: 'Champs mis en avant…', icon: 'star', onSelect: () => props.onOpen('featured') },
    {
      kind: 'action',
      label: 'Données manquantes…',
      icon: 'warning',
      onSelect: () => props.onOpen('missing'),
    },
    {
      kind: 'action',
      label: 'Synchroniser depuis un projet…',
      icon: 'refresh',
      disabled: unsynced !== null,
      ...(unsynced !== null && { note: unsynced }),
      onSelect: () => props.onOpen('sync'),
    },
    { kind: 'action', label: 'Raccourcis clavier…', icon: 'help', onSelect: () => props.onOpen('shortcuts') },
  ];
}

/** The listing's tools: view, grouping, filter, search, display, files. */
export function Toolbar(props: ToolbarProps): ReactNode {
  const { state, view, onOpen } = props;
  const goal = useActRefusal('goal', props.project);
  const imports = useActRefusal('import_discounts', props.project);
  const sync = useActRefusal('sync', props.project);
  const bar = useRef<HTMLDivElement>(null);
  const roving = useRovingFocus(bar);
  return (
    <div ref={bar} className={styles.tools} role="toolbar" aria-label="Listing" {...roving}>
      <button
        type="button"
        className={styles.view}
        data-part="view"
        title={view?.name ?? 'Vue de travail'}
        onClick={() => onOpen('views')}
        aria-haspopup="dialog"
      >
        <Icon name="layers" />
        <b>{view?.name ?? 'Vue de travail'}</b>
        {props.modified ? <span className={shared.modified}>· modifiée</span> : null}
        <Icon name="chevron-down" size={12} />
      </button>
      <span className={styles.rule} />
      <GroupingChips by={state.parameters.groupBy} fields={props.grouping} onChange={props.onGroup} />
      <span className={styles.rule} />
      <FilterButton {...props} />
      {props.changed > 0 || showsChanged(state.parameters.searchQuery) ? (
        <button
          type="button"
          className={styles.changed}
          aria-pressed={showsChanged(state.parameters.searchQuery)}
          title={'Leur démarque a changé depuis qu’elle a été revue\u202f: ils sont à revoir.'}
          onClick={props.onChanged}
        >
          <Icon name="refresh" />
          Modifiés depuis leur revue
          <b>{formatQuantity(props.changed)}</b>
        </button>
      ) : null}
      {state.activity_id ? (
        <Chip>
          <Icon name="clock" size={12} />
          Une modification
          <button
            type="button"
            aria-label="Retirer le filtre d’activité"
            title="Retirer le filtre d’activité"
            onClick={props.onClearActivity}
          >
            <Icon name="close" size={12} />
          </button>
        </Chip>
      ) : null}
      <span className="spacer" />
      <SearchBox value={state.q} onChange={props.onSearch} />
      <IconButton icon="clock" label="Activité" onClick={() => onOpen('activity')} />
      <IconButton icon="rows" label="Affichage compact" pressed={props.compact} onClick={props.onDensity} />
      <IconButton icon="columns" label="Colonnes" onClick={() => onOpen('columns')} />
      <IconButton icon="expand" label="Plein écran" pressed={props.fullScreen} onClick={props.onFullScreen} />
      <Menu
        label="Autres actions"
        buttonLabel="Autres actions"
        buttonTitle="Autres actions"
        button={{ square: true }}
        align="right"
        entries={moreEntries(props, sync)}
      >
        <Icon name="more" />
      </Menu>
      <span className={styles.rule} />
      <Button
        icon="bolt"
        disabled={goal !== null}
        onClick={() => onOpen('optimise')}
        title={goal ?? 'Optimiser'}
      >
        <span className={shared.wideOnly}>Optimiser</span>
      </Button>
      <Button
        icon="upload"
        disabled={imports !== null}
        onClick={() => onOpen('import')}
        title={imports ?? 'Importer'}
      >
        <span className={shared.wideOnly}>Importer</span>
      </Button>
      <ExportMenu templates={props.templates} project={props.project} onExport={props.onExport} />
      {props.busy ? <span className={styles.busy} role="progressbar" aria-label="Actualisation" /> : null}
    </div>
  );
}
