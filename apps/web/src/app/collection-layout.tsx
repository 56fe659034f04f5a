import type { Project } from '@palier/contract';
import { type ActiveCollection, type Collection, isPhasePast } from '@palier/domain';
import { createContext, useContext, useRef } from 'react';
import { Link, Navigate, Outlet, useLocation } from 'react-router';
import { fr } from '../lib/fr.ts';
import { paths } from '../lib/paths.ts';
import { PerimeterTag } from '../lib/session/perimeter-tag.tsx';
import { Skeleton } from '../ui/marks.tsx';
import { Page } from '../ui/page.tsx';
import { ErrorState } from '../ui/states.tsx';
import { tabsToolsId } from '../ui/tabs-tools.tsx';
import { useRovingFocus } from '../ui/use-roving-focus.ts';
import styles from './collection-layout.module.css';
import { useActiveCollection } from './use-active-collection.ts';

export interface OpenCollection {
  collection: Collection;
  active: ActiveCollection<Project>;
  projects: readonly Project[];
}

const OpenCollectionContext = createContext<OpenCollection | null>(null);

/** The collection whose pages are open. Only inside CollectionLayout. */
export function useOpenCollection(): OpenCollection {
  const open = useContext(OpenCollectionContext);
  if (!open) throw new Error('useOpenCollection is for pages inside CollectionLayout');
  return open;
}

/** The open project, or null on pages of an operation or a group. */
export function useOpenProject(): Project | null {
  return useOpenCollection().active.project;
}

/** A screen of the collection; `current` tells, from the address, whether it is the open one. */
interface Tab {
  to: string;
  label: string;
  current: RegExp;
}

function tabsOf({ collection, active }: OpenCollection): Tab[] {
  const { project } = active;
  const base = paths.collection(collection);
  return [
    { to: base, label: 'Aperçu', current: /^\/[^/]+\/[^/]+\/?$/ },
    ...(collection.type === 'operation'
      ? [{ to: paths.timeline(collection.id), label: 'Calendrier', current: /\/timeline$/ }]
      : []),
    ...(project
      ? [{ to: paths.listing(project._id), label: 'Listing', current: /\/(listing|dashboard)$/ }]
      : []),
    { to: paths.optimization(collection), label: 'Optimisation', current: /\/optimization(\/simple)?$/ },
    ...(active.projects.some(({ has_series }) => has_series)
      ? [{ to: paths.reporting(collection), label: 'Reporting', current: /^\/[^/]+\/[^/]+\/reporting(\/|$)/ }]
      : []),
    ...(project ? [{ to: paths.rules(project._id), label: 'Règles', current: /\/rules$/ }] : []),
    ...(project ? [{ to: paths.prices(project._id), label: 'Prix', current: /\/prices$/ }] : []),
    ...(active.projects.some((one) => isPhasePast(one, 0))
      ? [{ to: paths.results(collection), label: 'Bilan', current: /\/results$/ }]
      : []),
  ];
}

/** Tabs of a collection and the page under them; an unknown collection is a page that does not exist. */
export function CollectionLayout() {
  const { collection, active, projects, isLoading, error, retry } = useActiveCollection();
  if (!collection) return <Navigate to={paths.notFound()} replace />;
  if (error) {
    return (
      <Page>
        <ErrorState title={fr.errors.load} onRetry={retry}>
          {error}
        </ErrorState>
      </Page>
    );
  }
  if (isLoading) return <CollectionSkeleton />;
  if (!active) return <Navigate to={paths.notFound()} replace />;
  const open = { collection, active, projects };
  return (
    <OpenCollectionContext value={open}>
      <CollectionTabs tabs={tabsOf(open)} projects={active.projects} />
      <Outlet />
    </OpenCollectionContext>
  );
}

function CollectionTabs({ tabs, projects }: { tabs: readonly Tab[]; projects: readonly Project[] }) {
  const { pathname } = useLocation();
  const tools = useRef<HTMLDivElement>(null);
  const roving = useRovingFocus(tools);
  return (
    <section className={styles.tabs} aria-label="Écrans et outils">
      <nav aria-label="Écrans">
        {tabs.map(({ to, label, current }) => (
          <Link key={to} to={to} aria-current={current.test(pathname) ? 'page' : undefined}>
            {label}
          </Link>
        ))}
      </nav>
      <PerimeterTag projects={projects} />
      <div
        ref={tools}
        className={styles.tools}
        id={tabsToolsId}
        role="toolbar"
        aria-label="Outils de l’écran"
        {...roving}
      />
    </section>
  );
}

function CollectionSkeleton() {
  return (
    <>
      <div className={styles.tabs} aria-hidden="true" />
      <Page aria-busy="true">
        <Skeleton width={240} height={24} />
      </Page>
    </>
  );
}
