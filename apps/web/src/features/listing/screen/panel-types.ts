import type { FieldDescription, Project, Settings, View } from '@palier/contract';
import type { ColumnContext, EditionMode } from '@palier/domain';
import type { ReactNode } from 'react';
import type { ColumnLayout } from '../../../ui/grid/layout.ts';
import type { GridColumn, GridRow } from '../../../ui/grid/types.ts';
import type { Selection } from '../api/discounts.ts';
import type { CellContext } from '../cells/context.ts';
import type { EditSession } from '../edit/edit-session.ts';
import type { Group, Line } from '../rows/row.ts';
import type { ListingTree } from '../rows/use-listing-tree.ts';
import type { ListingStateHandle } from './use-listing-state.ts';

/** What a menu was asked on: rows move under it when somebody else changes them. */
export interface MenuCell {
  row: GridRow<Group, Line>;
  column: GridColumn;
}

/** What opens over the listing. */
export type Panel =
  | 'views'
  | 'filter'
  | 'columns'
  | 'activity'
  | 'import'
  | 'sync'
  | 'missing'
  | 'featured'
  | 'optimise'
  | 'shortcuts'
  | 'validate';

export type OpenPanel =
  | { kind: Panel }
  | { kind: 'goal'; target: { line: Line } | { group: Group } }
  | { kind: 'history'; line: Line }
  | { kind: 'leave'; mode: EditionMode }
  | { kind: 'group-edit'; group: Group; value: number | null }
  | { kind: 'group-inclusion'; group: Group; included: boolean }
  | { kind: 'menu'; cell: MenuCell; point: { x: number; y: number } }
  | { kind: 'column-menu'; column: string; point: { x: number; y: number } };

/** What validates the worked phase, given by the page; `unsent` edits of this browser would miss it. */
export type ValidationPanel = (props: { project: Project; unsent: number; onClose: () => void }) => ReactNode;

export interface PanelsProps {
  validation: ValidationPanel;
  panel: OpenPanel | null;
  setPanel: (panel: OpenPanel | null) => void;
  project: Project;
  projects: readonly Project[];
  settings: Settings;
  views: readonly View[];
  handle: ListingStateHandle;
  listing: ListingTree;
  layout: ColumnLayout;
  session: EditSession;
  selection: Selection;
  context: CellContext;
  columnContext: ColumnContext;
  fields: readonly FieldDescription[];
  onDone: () => void;
  /** Brings a line into sight. */
  onShow: (lineId: string) => void;
  /** Goes to the discount of a line, in the mode that edits it. */
  onEditLine: (lineId: string) => void;
}

/** What every panel receives: everything above, and the way to close it. */
export type PanelProps = PanelsProps & { onClose: () => void };
