import type { Project } from '@palier/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { errorMessage } from '../../../lib/api/errors.ts';
import { listProjects } from '../../../lib/calls/list-projects.ts';
import { ComparedField, useComparedOperation } from '../../../lib/compared-operation.tsx';
import { fr } from '../../../lib/fr.ts';
import { countOf, plural } from '../../../lib/french.ts';
import { paths } from '../../../lib/paths.ts';
import { groupOperations } from '../../../lib/project-groups.ts';
import { useCosts } from '../../../lib/session/use-costs.ts';
import { useLack } from '../../../lib/session/use-refusal.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { storageKeys } from '../../../lib/storage.ts';
import { today as todayOf } from '../../../lib/today.ts';
import { isStringList, useStored } from '../../../lib/use-stored.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { FileButton } from '../../../ui/file-drop.tsx';
import { Page } from '../../../ui/page.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { useIsMobile } from '../../../ui/use-window-width.ts';
import { countProducts } from '../api/count-products.ts';
import { type ImportingProjects, useImportProjects } from '../api/import-projects.ts';
import { comparedOperations } from '../model/against.ts';
import { projectAlerts } from '../model/alerts.ts';
import { operationRows, type RowFilter, stateCounts } from '../model/rows.ts';
import { AlertList } from './alert-list.tsx';
import { BinButton } from './bin-dialog.tsx';
import { DropZone, PROJECT_FILES } from './drop-zone.tsx';
import { OperationCards } from './operation-cards.tsx';
import { OperationFilters } from './operation-filters.tsx';
import { OperationTable, OperationTableSkeleton } from './operation-table.tsx';
import styles from './operations-page.module.css';

type Choices = Omit<RowFilter, 'closed'>;
const noChoice: Choices = { typed: '', state: 'all', withAlerts: false, pilot: null, sort: 'state' };

export interface OperationsPageProps {
  /** Draws the dialog that creates a project. */
  renderCreate: (projects: readonly Project[], onClose: () => void) => ReactNode;
}

/** All the user's operations with their groups and projects, and the ways to make new ones. */
export function OperationsPage({ renderCreate }: OperationsPageProps) {
  const { data: projects, isPending, isError, error, refetch } = useQuery(listProjects());
  const [search, setSearch] = useSearchParams();
  const importing = useImportProjects();
  const creating = search.has('nouveau');
  const setCreating = (open: boolean) =>
    setSearch(
      (before) => {
        const search = new URLSearchParams(before);
        if (open) search.set('nouveau', '');
        else search.delete('nouveau');
        return search;
      },
      { replace: !open },
    );
  return (
    <Page className={styles.page}>
      <title>Opérations · Palier</title>
      <OperationsHead projects={projects} importing={importing} onCreate={() => setCreating(true)} />
      {isError && (
        <ErrorState title={fr.errors.load} onRetry={() => void refetch()}>
          {errorMessage(error)}
        </ErrorState>
      )}
      {isPending && <OperationTableSkeleton />}
      {projects && projects.length === 0 && <FirstSteps onCreate={() => setCreating(true)} />}
      {projects && projects.length > 0 && <OperationList projects={projects} />}
      <div className={styles.halves}>
        <DropZone importing={importing} />
        {projects && projects.length > 0 && <AlertList projects={projects} />}
      </div>
      {/* What it begins with are the days of the operation's other projects. */}
      {creating && projects && renderCreate(projects, () => setCreating(false))}
    </Page>
  );
}

/** What comes first: the data of a new organisation, then its first operation. */
function FirstSteps({ onCreate }: { onCreate: () => void }) {
  const { data } = useQuery(countProducts());
  if (data === undefined) return null;
  if (data === 0)
    return (
      <EmptyState
        icon="upload"
        title="Commencez par vos données"
        action={
          <LinkButton tone="primary" icon="upload" to={paths.imports()}>
            Importer des données
          </LinkButton>
        }
      >
        Importez vos produits, vos ventes et vos stocks, tels que votre logiciel les exporte. Vous créerez
        ensuite une opération avec ses dates : ses projets se rempliront de ces données.
      </EmptyState>
    );
  return (
    <EmptyState
      icon="layers"
      title="Aucune opération"
      action={
        <Button tone="primary" icon="plus" onClick={onCreate}>
          Créer une opération avec {plural(data, 'ce', 'ces')} {countOf(data, 'produit', 'produits')}
        </Button>
      }
    >
      Vos données sont importées. Donnez à l’opération ses dates : ses projets se rempliront de ces produits.
    </EmptyState>
  );
}

function OperationsHead({
  projects,
  importing,
  onCreate,
}: {
  projects: readonly Project[] | undefined;
  importing: ImportingProjects;
  onCreate: () => void;
}) {
  const refusal = useLack('canEditProjects');
  return (
    <PageHead>
      <h1>Opérations</h1>
      {projects && (
        <span className="muted">
          {countOf(groupOperations(projects).length, 'opération', 'opérations')},{' '}
          {countOf(projects.length, 'projet', 'projets')}
        </span>
      )}
      <span className="spacer" />
      {projects && <CompareOperations projects={projects} />}
      <BinButton />
      <FileButton
        icon="upload"
        accept={PROJECT_FILES}
        disabled={importing.isPending || refusal !== null}
        title={refusal ?? undefined}
        onFiles={(files) => importing.mutate(files)}
      >
        Importer un projet
      </FileButton>
      <Button
        tone="primary"
        icon="plus"
        disabled={refusal !== null}
        title={refusal ?? undefined}
        onClick={onCreate}
      >
        Nouvelle opération
      </Button>
    </PageHead>
  );
}

/** What the turnover of each row is set beside. */
function CompareOperations({ projects }: { projects: readonly Project[] }) {
  const [chosen, choose] = useComparedOperation();
  // What came of it is in its post-mortem, which shows margins.
  const costs = useCosts();
  const operations = useMemo(() => (costs ? comparedOperations(projects, projects) : []), [costs, projects]);
  return (
    <ComparedField
      chosen={chosen}
      options={operations.map((value) => ({ value, label: value }))}
      onChoose={choose}
    />
  );
}

function OperationList({ projects }: { projects: readonly Project[] }) {
  const today = todayOf();
  const { user } = useSession();
  const [choices, setChoices] = useState(noChoice);
  const [closedKeys, setClosedKeys] = useStored<string[]>(storageKeys.operationsOpen, isStringList, []);
  const closed = useMemo(() => new Set(closedKeys), [closedKeys]);
  const rows = useMemo(
    () => operationRows(projects, { ...choices, closed }, today),
    [projects, choices, closed, today],
  );
  const counts = useMemo(() => stateCounts(projects, today), [projects, today]);
  const alertedCount = useMemo(
    () => projects.filter((project) => projectAlerts(project, today).length > 0).length,
    [projects, today],
  );
  const mobile = useIsMobile();
  const toggle = (key: string) =>
    setClosedKeys(closed.has(key) ? closedKeys.filter((other) => other !== key) : [...closedKeys, key]);
  return (
    <>
      <OperationFilters
        choices={choices}
        me={user?.sub ?? null}
        counts={counts}
        alertedCount={alertedCount}
        onChange={setChoices}
      />
      {rows.length === 0 ? (
        <EmptyState
          icon="search"
          title="Aucune opération ne correspond"
          action={<Button onClick={() => setChoices(noChoice)}>Effacer les filtres</Button>}
        />
      ) : mobile ? (
        <OperationCards rows={rows} />
      ) : (
        <OperationTable rows={rows} closed={closed} today={today} onToggle={toggle} />
      )}
    </>
  );
}
