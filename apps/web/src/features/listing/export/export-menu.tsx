import type { Project, Settings } from '@palier/contract';
import type { ReactNode } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import { Menu } from '../../../ui/menu.tsx';
import styles from '../shared.module.css';
import { exportEntries } from './export-entries.ts';

interface ExportMenuProps {
  templates: Settings['exportTemplates'];
  project: Pick<Project, 'phases' | 'end_date' | 'working_phase'>;
  /** `phase` of a price file, counted from 0. */
  onExport: (template: string, phase?: number) => void;
}

/** The files that a listing gives: itself, and the prices of each phase. */
export function ExportMenu({ templates, project, onExport }: ExportMenuProps): ReactNode {
  return (
    <Menu
      label="Exporter"
      buttonLabel="Exporter"
      buttonTitle="Exporter"
      button={{}}
      align="right"
      entries={exportEntries(templates, project, onExport)}
    >
      <Icon name="download" />
      <span className={styles.wideOnly}>Exporter</span>
    </Menu>
  );
}
