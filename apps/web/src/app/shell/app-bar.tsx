import { lazy, Suspense, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { Icon, Logo } from '../../ui/icon.tsx';
import { useActiveCollection } from '../use-active-collection.ts';
import styles from './app-bar.module.css';
import { Bell } from './bell.tsx';
import { Breadcrumb } from './breadcrumb.tsx';
import { RunningJobs } from './running-jobs.tsx';
import { UserMenu, type UserMenuProps } from './user-menu.tsx';

const CommandPalette = lazy(async () => ({
  default: (await import('./command-palette.tsx')).CommandPalette,
}));

/** The name of the application, which leads home. */
export function HomeLink() {
  return (
    <Link className={styles.logo} to={paths.operations()} aria-label="Palier, accueil">
      <Logo />
      <span>Palier</span>
    </Link>
  );
}

/** The dark bar over every screen: where one is, search, running work, messages, account. */
export function AppBar({ user }: { user: UserMenuProps }) {
  const state = useActiveCollection();
  const [searching, setSearching] = useState(false);
  useSearchKey(() => setSearching(true));
  return (
    <header className={styles.appBar}>
      <HomeLink />
      <Breadcrumb state={state} />
      <div className={styles.spacer} />
      <button
        type="button"
        className={styles.search}
        title="Chercher (Ctrl K)"
        onClick={() => setSearching(true)}
      >
        <Icon name="search" />
        <span className={`spacer ${styles.searchText}`}>
          {state.active?.project
            ? 'Chercher un produit, un projet, une action'
            : 'Chercher un projet, une action'}
        </span>
        <kbd>Ctrl K</kbd>
      </button>
      <RunningJobs />
      <Bell />
      <UserMenu {...user} />
      {searching && (
        <Suspense fallback={null}>
          <CommandPalette state={state} onClose={() => setSearching(false)} />
        </Suspense>
      )}
    </header>
  );
}

/** Ctrl+K, or ⌘K, anywhere. */
function useSearchKey(open: () => void) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'k' ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return;
      event.preventDefault();
      open();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
}
