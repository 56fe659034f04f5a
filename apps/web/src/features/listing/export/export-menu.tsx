import type { Project, Settings } from '@palier/contract';
import type { ReactNode } from 'react';
import { paths } from '../../../lib/paths.ts';
import { usePriceFileRefusal } from '../../../lib/prices/make-price-file.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Menu } from '../../../ui/menu.tsx';
import styles from '../shared.module.css';
import { exportEntries } from './export-entries.ts';

interface ExportMenuProps {
  templates: Settings['exportTemplates'];
  project: Pick<Project, '_id' | 'phases' | 'end_date' | 'working_phase'>;
  /** `phase` of a price file, counted from 0. */
  onExport: (template: string, phase?: number) => void;
}

/** The files that a listing gives: itself, and the prices of each phase. */
export function ExportMenu({ templates, project, onExport }: ExportMenuProps): ReactNode {
  const refusal = usePriceFileRefusal(project._id);
  const to = paths.prices(project._id);
  return (
    <Menu
      label="Exporter"
      buttonLabel="Exporter"
      buttonTitle="Exporter"
      button={{}}
      align="right"
      entries={[
        ...exportEntries(templates, project, onExport, refusal),
        { kind: 'separator', label: 'prix' },
        { kind: 'link', label: 'Prix, modèles et fichiers envoyés', icon: 'arrow-right', to },
      ]}
    >
      <Icon name="download" />
      <span className={styles.wideOnly}>Exporter</span>
    </Menu>
  );
}
